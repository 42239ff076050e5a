import { Effect, Result } from "effect"
import { intervalsBetween } from "../billing/subscriptions/continueSubscription.ts"
import { validateTermsAgainstMids } from "../billing/validateTermsAgainstMids.ts"
import { inputChecker } from "../kernel/input/decodeInput.ts"
import { type Change, insert, update } from "../platform/storage/Change.ts"
import { retryConflicts } from "../platform/storage/retryConflicts.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import type { MidState } from "../routing/chooseRoute.ts"
import { loadRoutes } from "../routing/loadRoutes.ts"
import { importChange } from "./Import.ts"
import {
  ImportedCollection,
  type ImportedNote,
  type ImportedRecord,
  type ImportedState,
  importedAfter,
  toImportedNote
} from "./ImportedObject.ts"
import { type CheckedPage, ImportPage, onceEach } from "./importInput.ts"
import { loadPage } from "./loadPage.ts"
import { addedRows, newImported, type PageContext } from "./pageChanges.ts"

const checkInput = inputChecker(ImportPage)

type Subscription = NonNullable<CheckedPage["subscriptions"]>[number]

/**
 * Stores a page of another system in one commit, with the position after it. Objects that are here
 * already stay as they are. Subscriptions are noted and not billed. Returns the state of each
 * subscription of the page. Library call.
 */
export const copyPage = Effect.fnUntraced(function* (scope: Scope, input: ImportPage) {
  const storage = yield* Storage
  const page = yield* Effect.fromResult(checkInput(input))
  return yield* retryConflicts(
    Effect.gen(function* () {
      const loaded = yield* loadPage(scope, page, false)
      const { mids } = yield* loadRoutes(scope, loaded.commit.now)
      const noted = onceEach(page.subscriptions).map((given) => noteOf(loaded, mids, given))
      yield* storage.commit([
        importChange(loaded.stored, page, loaded.commit.now),
        ...addedRows(loaded, page).changes,
        ...noted.flatMap(({ changes }) => changes)
      ])
      return noted.map(({ row, reasons }): ImportedNote => ({ ...toImportedNote(row), reasons }))
    })
  )
})

interface Noted {
  readonly row: ImportedRecord
  readonly reasons: ReadonlyArray<string>
  readonly changes: ReadonlyArray<Change>
}

/** Returns the codes of why terms can't be billed here. */
export const refusedHere = (
  mids: ReadonlyArray<MidState>,
  { terms }: Subscription
): ReadonlyArray<string> => {
  if (terms === null) return []
  const { anchor, interval, nextCharge } = terms
  const verdict = validateTermsAgainstMids({ ...terms, trial: null, setupFee: null }, mids)
  return [
    ...(Result.isFailure(verdict) ? ["no_account_takes_this_price"] : []),
    ...(intervalsBetween(anchor, interval, nextCharge) === null ? ["anchor_differs"] : [])
  ]
}

const erasedHere = ({ rows, erased }: PageContext, customer: string): ReadonlyArray<string> =>
  erased.has(rows.get(customer)?.row.object ?? "") ? ["customer_erased_here"] : []

/** The other system may still bill it, so the newest page counts. */
const open: ReadonlySet<ImportedState> = new Set(["copied", "left", "released"])

const noteOf = (
  context: PageContext,
  mids: ReadonlyArray<MidState>,
  given: Subscription
): Noted => {
  const { externalId, customer, terms, status } = given
  const { now, scope } = context.commit
  const stored = context.rows.get(externalId)
  const refused = [...refusedHere(mids, given), ...erasedHere(context, customer)]
  const reasons = [...given.reasons, ...refused]
  const isLeft = terms === null || refused.length > 0
  // Exported files are an import of their own. The account's import continues with their rows.
  const facts: Pick<
    ImportedRecord,
    "import" | "amount" | "currency" | "at" | "status" | "reasons"
  > = {
    import: context.run.id,
    amount: terms?.amount ?? null,
    currency: terms?.currency ?? null,
    at: terms?.nextCharge ?? null,
    status,
    reasons
  }
  if (stored === undefined) {
    const state = isLeft ? "left" : "copied"
    const row = newImported(context, "subscription", { externalId, customer, state, ...facts })
    return { row, reasons, changes: [insert(scope, ImportedCollection, row)] }
  }
  const { row } = stored
  if (!open.has(row.state)) return { row, reasons: row.reasons, changes: [] }
  const after = importedAfter(row, isLeft ? "leave" : "copy", now, facts)
  const changes = isSame(row, after) ? [] : [update(ImportedCollection, stored, after)]
  return { row: after, reasons, changes }
}

const isSame = (one: ImportedRecord, other: ImportedRecord): boolean =>
  one.import === other.import &&
  one.state === other.state &&
  one.amount === other.amount &&
  one.currency === other.currency &&
  one.at === other.at &&
  one.status === other.status &&
  one.reasons.join() === other.reasons.join()
