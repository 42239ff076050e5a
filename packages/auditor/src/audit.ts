import type { Audited } from "./Audited.ts"
import type { Finding } from "./Finding.ts"
import { type Books, booksOf, type ProviderIndex, providerIndex } from "./rows/Books.ts"
import { answerFindings, recordedFindings } from "./rules/answerFindings.ts"
import { billingFindings } from "./rules/billingFindings.ts"
import { changeFindings, chargeFindings, unknownCharges } from "./rules/chargeFindings.ts"
import { consumerFindings, deliveryFindings } from "./rules/deliveryFindings.ts"
import { erasedTextFindings, erasureFindings } from "./rules/erasureFindings.ts"
import { eventFindings } from "./rules/eventFindings.ts"
import { flightFindings, jobFindings } from "./rules/jobFindings.ts"
import { ledgerFindings } from "./rules/ledgerFindings.ts"
import { paymentFindings } from "./rules/paymentFindings.ts"
import { sessionFindings } from "./rules/sessionFindings.ts"
import { splitFindings, splitsAtProvider } from "./rules/splitFindings.ts"

/** The names of all rules. */
export const ruleNames = [
  "charge-counterpart",
  "charged-once",
  "change-counterpart",
  "attempts-serial",
  "payment-status",
  "headroom",
  "splits",
  "ledger-balance",
  "ledger-payment",
  "ledger-totals",
  "session-once",
  "cycle-dates",
  "cycle-paid-once",
  "subscription-fields",
  "event-has-change",
  "change-has-event",
  "alert-row",
  "deliveries-complete",
  "consumers-complete",
  "replays-equal",
  "jobs-exact",
  "nothing-in-flight",
  "erased-stays-erased",
  "row-form"
] as const

type ScopeRule = (books: Books) => ReadonlyArray<Finding>

const scopeRules: ReadonlyArray<ScopeRule> = [
  paymentFindings,
  splitFindings,
  ledgerFindings,
  sessionFindings,
  billingFindings,
  eventFindings,
  deliveryFindings,
  answerFindings,
  jobFindings,
  flightFindings,
  erasureFindings
]

const providerRules: ReadonlyArray<(books: Books, index: ProviderIndex) => ReadonlyArray<Finding>> =
  [chargeFindings, changeFindings, splitsAtProvider]

const storeRules: ReadonlyArray<(audited: Audited) => ReadonlyArray<Finding>> = [
  unknownCharges,
  consumerFindings,
  recordedFindings,
  erasedTextFindings
]

/**
 * Audits the stored rows of all tenants in both modes. Returns one finding for each error, so an
 * empty list means that the books are correct. It shares no code with the engine. The time and the
 * memory that it needs grow with the number of rows.
 *
 * @example
 * ```ts
 * const rows = sqliteRows("payloom.db")
 * for (const { rule, sentence } of audit({ rows, now: Date.now() })) console.log(rule, sentence)
 * ```
 */
export const audit = (audited: Audited): ReadonlyArray<Finding> => [
  ...storeRules.flatMap((rule) => rule(audited)),
  ...scopeFindings(booksOf(audited), providerIndex(audited.providers))
]

/** Runs the rules that look at related rows of one tenant and mode only. */
export const scopeFindings = (
  books: ReadonlyArray<Books>,
  index: ProviderIndex | null
): ReadonlyArray<Finding> =>
  books.flatMap((own) => [
    ...scopeRules.flatMap((rule) => rule(own)),
    ...(index === null ? [] : providerRules.flatMap((rule) => rule(own, index)))
  ])
