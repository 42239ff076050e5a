import { Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { PlanCollection, type PlanRecord } from "../billing/plans/Plan.ts"
import type { CustomerRecord } from "../cards/customers/Customer.ts"
import { CustomerCollection } from "../cards/customers/Customer.ts"
import { newCustomer } from "../cards/customers/newCustomer.ts"
import {
  newPaymentInstrument,
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord
} from "../cards/saved/PaymentInstrument.ts"
import type { VaultedCard } from "../cards/vault/CardVault.ts"
import { CountryCode } from "../kernel/primitives/CountryCode.ts"
import { EmailAddress } from "../kernel/primitives/EmailAddress.ts"
import { freeText } from "../kernel/primitives/FreeText.ts"
import { Metadata } from "../kernel/primitives/Metadata.ts"
import type { CustomerId } from "../kernel/primitives/PublicId.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import { hmacWith } from "../platform/secrets/hmacWith.ts"
import { type Change, insert, update } from "../platform/storage/Change.ts"
import type { ImportRecord } from "./Import.ts"
import {
  ImportedCollection,
  type ImportedKind,
  type ImportedRecord,
  type ImportedRows,
  importedId
} from "./ImportedObject.ts"
import { type CheckedPage, onceEach } from "./importInput.ts"

/** The things that a page is decided on. */
export interface PageContext {
  readonly commit: CommitContext
  readonly run: ImportRecord
  /** The rows of the external ids that the page names, as far as they exist. */
  readonly rows: ImportedRows
  /** The existing customers of the page that were erased. Nothing is added about them. */
  readonly erased: ReadonlySet<string>
  readonly fingerprintKey: Uint8Array
}

/** The rows that a page adds, by external id, and the changes that add them. */
export interface AddedRows {
  readonly customers: ReadonlyMap<string, CustomerRecord>
  readonly cards: ReadonlyMap<string, PaymentInstrumentRecord>
  readonly plans: ReadonlyMap<string, PlanRecord>
  readonly changes: ReadonlyArray<Change>
}

/** Returns the row of a new external id. */
export const newImported = (
  { commit, run }: Pick<PageContext, "commit" | "run">,
  kind: ImportedKind,
  fields: Pick<ImportedRecord, "externalId"> & Partial<ImportedRecord>
): ImportedRecord => ({
  id: importedId(commit.scope, fields.externalId),
  import: run.id,
  kind,
  object: null,
  customer: null,
  state: "copied",
  amount: null,
  currency: null,
  at: null,
  status: null,
  reasons: [],
  created: commit.now,
  changed: commit.now,
  ...fields
})

/**
 * Returns the customers, cards, plans and history of a page that are not here yet. The others stay
 * as they are, so a repeated page adds nothing. A card without its customer is left out.
 */
export const addedRows = (context: PageContext, page: CheckedPage): AddedRows => {
  const plans = newPlans(context, page)
  const customers = newCustomers(context, page)
  const cards = newCards(context, page, customers)
  const withDefaults = new Map(
    [...customers].map(([external, row]) => {
      const named = page.customers?.find(({ externalId }) => externalId === external)?.defaultCard
      const card = named == null ? undefined : cards.get(named)
      const isOwn = card?.customer === row.id
      return [external, isOwn ? { ...row, defaultPaymentInstrument: card.id } : row]
    })
  )
  const { scope } = context.commit
  const link = (
    kind: ImportedKind,
    fields: Pick<ImportedRecord, "externalId"> & Partial<ImportedRecord>
  ) => insert(scope, ImportedCollection, newImported(context, kind, fields))
  const ownerOf = new Map(page.cards?.map(({ externalId, customer }) => [externalId, customer]))
  const reasonsOf = new Map(
    page.customers?.flatMap(({ externalId, reasons }) =>
      reasons === undefined ? [] : [[externalId, reasons] as const]
    )
  )
  return {
    customers: withDefaults,
    cards,
    plans,
    changes: [
      ...[...plans].flatMap(([external, row]) => [
        insert(scope, PlanCollection, row),
        link("plan", { externalId: external, object: row.id })
      ]),
      ...[...withDefaults].flatMap(([external, row]) => [
        insert(scope, CustomerCollection, row),
        link("customer", {
          externalId: external,
          object: row.id,
          customer: external,
          reasons: reasonsOf.get(external) ?? []
        })
      ]),
      ...[...cards].flatMap(([external, row]) => [
        insert(scope, PaymentInstrumentCollection, row),
        link("card", {
          externalId: external,
          object: row.id,
          customer: ownerOf.get(external) ?? null
        })
      ]),
      ...changedReasons(context, reasonsOf),
      ...newHistory(context, page)
    ]
  }
}

/** Returns the changes of customers that were here already, if their reasons differ. */
const changedReasons = (
  { rows, run, commit }: PageContext,
  reasonsOf: ReadonlyMap<string, ReadonlyArray<string>>
): ReadonlyArray<Change> =>
  [...reasonsOf].flatMap(([externalId, reasons]) => {
    const stored = rows.get(externalId)
    if (stored?.row.kind !== "customer" || stored.row.reasons.join() === reasons.join()) return []
    const after = { ...stored.row, import: run.id, reasons, changed: commit.now }
    return [update(ImportedCollection, stored, after)]
  })

/** Returns the items that have no row yet, each external id once. */
const unknown = <Item extends { readonly externalId: string }>(
  { rows }: PageContext,
  items: ReadonlyArray<Item> = []
): ReadonlyArray<Item> => onceEach(items).filter(({ externalId }) => !rows.has(externalId))

const isName = Schema.is(freeText(255))
const isEmail = Schema.is(EmailAddress)
const isCountry = Schema.is(CountryCode)
const isPostalCode = Schema.is(freeText(32))
const isMetadata = Schema.is(Metadata)

/** Returns a text that can be stored. Null for one that is too long or looks like a card number. */
const kept = (text: string | null, isKept: (text: string) => boolean): string | null =>
  text !== null && isKept(text) ? text : null

/** Returns the metadata that can be stored. Entries that can't are left out. */
export const keptMetadata = (given: Readonly<Record<string, string>>): Metadata => {
  if (isMetadata(given)) return given
  const entries = Object.entries(given).filter(([key, value]) => isMetadata({ [key]: value }))
  return Object.fromEntries(entries.slice(0, 50)) as Metadata
}

const newCustomers = (
  context: PageContext,
  page: CheckedPage
): ReadonlyMap<string, CustomerRecord> =>
  new Map(
    unknown(context, page.customers).map((given) => [
      given.externalId,
      newCustomer(context.commit, {
        email: kept(given.email, isEmail),
        name: kept(given.name, isName),
        billingAddress: {
          country: kept(given.country, isCountry),
          postalCode: kept(given.postalCode, isPostalCode)
        },
        metadata: keptMetadata(given.metadata)
      })
    ])
  )

const newCards = (
  context: PageContext,
  page: CheckedPage,
  customers: ReadonlyMap<string, CustomerRecord>
): ReadonlyMap<string, PaymentInstrumentRecord> => {
  const { rows, erased, run, commit, fingerprintKey } = context
  const hash = hmacWith(fingerprintKey)
  const cards = unknown(context, page.cards).flatMap((given) => {
    const owner = customers.get(given.customer)?.id ?? rows.get(given.customer)?.row.object ?? null
    if (owner === null || erased.has(owner)) return []
    const { externalId, customer: _, token, fingerprint, ...described } = given
    const card: VaultedCard = {
      ...described,
      fingerprint: Base64Url.encode(hash(fingerprint)),
      tokens: [{ provider: run.provider, credentials: run.credentials, token }],
      chargeableBy: "token_accounts"
    }
    const row = newPaymentInstrument(commit, { customer: owner as CustomerId, card })
    return [[externalId, row] as const]
  })
  return new Map(cards)
}

const newPlans = (context: PageContext, page: CheckedPage): ReadonlyMap<string, PlanRecord> =>
  new Map(
    unknown(context, page.plans).map(({ externalId, name, isActive, ...terms }) => [
      externalId,
      {
        ...terms,
        id: context.commit.id("plan"),
        name: kept(name, isName) ?? externalId,
        trial: null,
        setupFee: null,
        endAfterCycles: null,
        status: isActive ? "active" : "retired",
        version: 1,
        supersedes: null,
        metadata: {},
        created: context.commit.now
      }
    ])
  )

const newHistory = (context: PageContext, page: CheckedPage): ReadonlyArray<Change> =>
  unknown(context, page.history).map(({ kind, ...given }) =>
    insert(context.commit.scope, ImportedCollection, newImported(context, kind, given))
  )
