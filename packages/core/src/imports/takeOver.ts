import { Effect } from "effect"
import { PlanCollection, type PlanRecord } from "../billing/plans/Plan.ts"
import { continueSubscription } from "../billing/subscriptions/continueSubscription.ts"
import { CustomerCollection } from "../cards/customers/Customer.ts"
import {
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord
} from "../cards/saved/PaymentInstrument.ts"
import { inputChecker } from "../kernel/input/decodeInput.ts"
import { type Change, update } from "../platform/storage/Change.ts"
import type { Collection, Row, Stored } from "../platform/storage/Collection.ts"
import { retryConflicts } from "../platform/storage/retryConflicts.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import type { MidState } from "../routing/chooseRoute.ts"
import { loadRoutes } from "../routing/loadRoutes.ts"
import { refusedHere } from "./copyPage.ts"
import { importChange } from "./Import.ts"
import {
  ImportedCollection,
  type ImportedRecord,
  importedAfter,
  toImportedNote
} from "./ImportedObject.ts"
import { type CheckedPage, ImportPage, onceEach } from "./importInput.ts"
import { type LoadedPage, loadPage } from "./loadPage.ts"
import { type AddedRows, addedRows, keptMetadata } from "./pageChanges.ts"

const checkInput = inputChecker(ImportPage)

type Given = NonNullable<CheckedPage["subscriptions"]>[number]

/**
 * Takes over frozen subscriptions, in one commit for the page: from then on this engine bills
 * them. Each has to be `freezing` or `frozen` here, and its fields have to be read from the other
 * system after it stopped to bill. A subscription with reasons stays frozen, with these reasons.
 * Repeating the call changes nothing. Library call.
 */
export const takeOver = Effect.fnUntraced(function* (scope: Scope, input: ImportPage) {
  const storage = yield* Storage
  const page = yield* Effect.fromResult(checkInput(input))
  return yield* retryConflicts(
    Effect.gen(function* () {
      const loaded = yield* loadPage(scope, page, true)
      const { mids } = yield* loadRoutes(scope, loaded.commit.now)
      const added = addedRows(loaded, page)
      const known: KnownRows = {
        cards: yield* knownRows(loaded, "card", PaymentInstrumentCollection),
        plans: yield* knownRows(loaded, "plan", PlanCollection)
      }
      const touched = new Map<string, Change>()
      const taken = onceEach(page.subscriptions).flatMap((given) =>
        takenOf({ loaded, added, known, mids, touched }, given)
      )
      yield* storage.commit([
        importChange(loaded.stored, page, loaded.commit.now),
        ...added.changes,
        ...touched.values(),
        ...taken.flatMap(({ changes }) => changes)
      ])
      return taken.map(({ row }) => toImportedNote(row))
    })
  )
})

interface KnownRows {
  readonly cards: ReadonlyMap<string, Stored<PaymentInstrumentRecord>>
  readonly plans: ReadonlyMap<string, Stored<PlanRecord>>
}

/** Reads the rows that earlier pages made of the objects of this page, by external id. */
const knownRows = Effect.fnUntraced(function* <R extends Row>(
  { rows, commit }: LoadedPage,
  kind: ImportedRecord["kind"],
  of: Collection<R>
) {
  const storage = yield* Storage
  const links = [...rows.values()].filter(({ row }) => row.kind === kind && row.object !== null)
  const ids = links.map(({ row }) => row.object ?? "").toSorted()
  const found = ids.length === 0 ? [] : yield* storage.getMany(commit.scope, of, ids)
  const byId = new Map(found.map((stored) => [stored.row.id, stored]))
  return new Map(
    links.flatMap(({ row }) => {
      const stored = byId.get(row.object ?? "")
      return stored === undefined ? [] : [[row.externalId, stored] as const]
    })
  )
})

interface Taking {
  readonly loaded: LoadedPage
  readonly added: AddedRows
  readonly known: KnownRows
  readonly mids: ReadonlyArray<MidState>
  /** The writes that conflict with a detached card and an erased customer, by the row's id. */
  readonly touched: Map<string, Change>
}

interface Taken {
  readonly row: ImportedRecord
  readonly changes: ReadonlyArray<Change>
}

const takenOf = (taking: Taking, given: Given): ReadonlyArray<Taken> => {
  const { rows, commit } = taking.loaded
  const stored = rows.get(given.externalId)
  if (stored === undefined) return []
  const { row } = stored
  if (row.state !== "freezing" && row.state !== "frozen") return [{ row, changes: [] }]
  const reasons = [...given.reasons, ...refusedHere(taking.mids, given)]
  const waiting = (why: ReadonlyArray<string>): ReadonlyArray<Taken> => {
    const after: ImportedRecord = { ...row, reasons: why, changed: commit.now }
    return [{ row: after, changes: [update(ImportedCollection, stored, after)] }]
  }
  if (given.terms === null || reasons.length > 0) return waiting(reasons)
  const { card, plan, metadata, ...terms } = given.terms
  const instrument = cardOf(taking, card, given.customer)
  if (typeof instrument === "string") return waiting([instrument])
  const continued = continueSubscription(commit, {
    ...terms,
    terms: { amount: terms.amount, currency: terms.currency, interval: terms.interval },
    instrument,
    plan: plan === null ? null : planOf(taking, plan),
    metadata: keptMetadata(metadata)
  })
  if (continued === null) return waiting(["anchor_differs"])
  touch(taking, card, instrument)
  const after = importedAfter(row, "take_over", commit.now, {
    object: continued.subscription.id,
    amount: terms.amount,
    currency: terms.currency,
    at: terms.nextCharge,
    status: given.status,
    reasons: []
  })
  return [
    { row: after, changes: [...continued.changes, update(ImportedCollection, stored, after)] }
  ]
}

const planOf = ({ added, known }: Taking, external: string): PlanRecord | null =>
  added.plans.get(external) ?? known.plans.get(external)?.row ?? null

/** Returns the card to charge, or the code of why there is none. */
const cardOf = (
  { added, known, loaded }: Taking,
  external: string,
  customer: string
): PaymentInstrumentRecord | string => {
  const card = added.cards.get(external) ?? known.cards.get(external)?.row
  const owner = added.customers.get(customer)?.id ?? loaded.rows.get(customer)?.row.object ?? ""
  if (loaded.erased.has(owner)) return "customer_erased_here"
  if (card === undefined) return "card_missing"
  if (card.detached) return "card_detached_here"
  return card.customer === owner ? card : "card_of_another_customer"
}

const touch = ({ known, loaded, touched }: Taking, card: string, row: PaymentInstrumentRecord) => {
  const stored = known.cards.get(card)
  if (stored !== undefined) {
    touched.set(stored.row.id, update(PaymentInstrumentCollection, stored, stored.row))
  }
  const owner = loaded.owners.get(row.customer)
  if (owner !== undefined) {
    touched.set(owner.row.id, update(CustomerCollection, owner, owner.row))
  }
}
