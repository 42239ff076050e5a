import { Effect, Option, Schema } from "effect"
import { idBounds } from "../kernel/ids/Moment.ts"
import { inputChecker } from "../kernel/input/decodeInput.ts"
import { parameterInvalid } from "../kernel/input/InvalidInput.ts"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { Amount } from "../kernel/primitives/MinorAmount.ts"
import { Millis } from "../kernel/primitives/Timestamp.ts"
import { PaymentStatus } from "../payments/charges/Payment.ts"
import { decodeCursor, encodeCursor } from "../platform/pagination/Cursor.ts"
import { list } from "../platform/pagination/List.ts"
import {
  cursorFields,
  type ForwardCursor,
  type PageLimit,
  pageSize
} from "../platform/pagination/ListQuery.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { DeclineCode } from "../providers/Decline.ts"
import { FigureChangeCollection } from "./FigureChange.ts"
import { type FacetFilter, facetNames, facetsOf, facetTest } from "./facets.ts"
import { withInFlight } from "./inFlightPayments.ts"
import { projectPayment } from "./projectPayment.ts"
import { type ReportedPaymentRecord, toReportedPayment } from "./ReportedPayment.ts"
import { termDigest } from "./ReportedTerm.ts"
import { type Lead, walkPayments } from "./walkPayments.ts"

/** One value, or several of which a payment has one. */
type OneOf<A> = A | ReadonlyArray<A>

/** The filters of reported payments. A payment matches all of them. */
export interface ReportedPaymentFilters {
  readonly status?: OneOf<PaymentStatus>
  /** An ISO 4217 code. */
  readonly currency?: OneOf<string>
  /** `card`, or a wallet or alternative method, such as `apple_pay`. */
  readonly method?: OneOf<string>
  /** The brand of the card, such as `visa`. */
  readonly brand?: OneOf<string>
  /** The merchant account of the approved attempt, or of the last one. */
  readonly mid?: OneOf<string>
  /** The reason of the last decline. */
  readonly declineCode?: OneOf<DeclineCode>
  /** The last four digits of the card. */
  readonly last4?: string
  readonly customer?: string
  /** The exact amount in minor units, in any currency unless `currency` is given. */
  readonly amount?: bigint
  /** A metadata key and its exact value. Only the first 20 keys of a payment are found. */
  readonly metadata?: { readonly key: string; readonly value: string }
  /** Only payments created at this time or later, in milliseconds since the epoch. */
  readonly createdGte?: number
  /** Only payments created at this time or earlier, in milliseconds since the epoch. */
  readonly createdLte?: number
}

/** The query of an iteration over reported payments. */
export interface IterateReportedPayments extends ReportedPaymentFilters, PageLimit {}

/** The query of a page of reported payments. The default limit is 20. */
export interface ListReportedPayments extends IterateReportedPayments, ForwardCursor {}

const several = <A>(item: Schema.Codec<A>) =>
  Schema.optionalKey(Schema.Union([item, Schema.Array(item)]))

const checkInput = inputChecker(
  Schema.Struct({
    limit: cursorFields.limit,
    startingAfter: cursorFields.startingAfter,
    status: several(PaymentStatus),
    currency: several(Schema.toType(CurrencyCode)),
    method: several(Schema.String),
    brand: several(Schema.String),
    mid: several(Schema.String),
    declineCode: several(DeclineCode),
    last4: Schema.optionalKey(Schema.String),
    customer: Schema.optionalKey(Schema.String),
    amount: Schema.optionalKey(Amount),
    metadata: Schema.optionalKey(Schema.Struct({ key: Schema.String, value: Schema.String })),
    createdGte: Schema.optionalKey(Millis),
    createdLte: Schema.optionalKey(Millis)
  })
)

/**
 * Returns a page of payments, newest first. A page may have fewer payments than its limit, or none,
 * while `hasMore` is true.
 */
export const listReportedPayments = Effect.fnUntraced(function* (
  scope: Scope,
  query: ListReportedPayments = {}
) {
  const { limit, startingAfter, ...filters } = yield* Effect.fromResult(checkInput(query))
  const binding = { scope, list: "reported_payments", filters: asBound(filters) }
  const after =
    startingAfter === undefined ? undefined : yield* decodeCursor(binding, startingAfter)
  if (after !== undefined && Option.isNone(after)) {
    return yield* parameterInvalid(
      "startingAfter",
      "is not a cursor of this list and these filters: take nextCursor of its last page"
    )
  }
  const { createdGte, createdLte, metadata } = filters
  const bounds = {
    scope,
    size: pageSize(limit, 20),
    ...(after === undefined ? {} : { after: after.value }),
    ...(createdGte === undefined ? {} : { idFrom: idBounds("payment", createdGte).first }),
    ...(createdLte === undefined ? {} : { idTo: idBounds("payment", createdLte).last })
  }
  const matches = rowTest(filters)
  const lead = yield* leadOf(scope, filters)
  // The index of terms has the metadata itself.
  const rest = metadata === undefined || lead?._tag === "Terms" ? {} : { metadata }
  const walked =
    lead === null
      ? { rows: [], next: null }
      : yield* walkPayments({ ...bounds, ...rest, lead, matches })
  const page = yield* withInFlight(
    bounds,
    walked,
    (facts) =>
      matches(projectPayment(facts)) &&
      (metadata === undefined || facts.payment.metadata[metadata.key] === metadata.value)
  )
  const nextCursor = page.next === null ? null : yield* encodeCursor(binding, page.next)
  return list(page.rows.map(toReportedPayment), nextCursor)
})

/** The filters in a form that is always the same for the same filters. */
const asBound = (filters: ReportedPaymentFilters) =>
  Object.entries(filters)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => [name, typeof value === "bigint" ? value.toString() : value])

/**
 * The payments with these facets are read along their index, if there are so few of them. Otherwise
 * a narrower index leads.
 */
const fewPayments = 1000

/** The most values of the index of facets that are read together. */
const mostFacets = 5000

/** Chooses the index to read. Returns null if no reported payment can match. */
const leadOf = Effect.fnUntraced(function* (scope: Scope, filters: ReportedPaymentFilters) {
  const facets = facetsIn(filters)
  const { metadata } = filters
  const found =
    Object.keys(facets).length === 0 ? null : yield* countedFacets(scope, facetTest(facets))
  if (found !== null && found.payments === 0) return null
  const narrow = narrowest(filters)
  const hasFew = found !== null && found.payments <= fewPayments
  // Most payments may have the metadata, such as a sales channel. The other filters have fewer.
  if (metadata !== undefined && narrow === null && !hasFew) {
    const lead: Lead = { _tag: "Terms", key: metadata.key, digest: termDigest(metadata.value) }
    return lead
  }
  const byFacets =
    found !== null && found.values.length <= mostFacets ? { facets: found.values } : {}
  const lead: Lead = { _tag: "Rows", where: narrow === null || hasFew ? byFacets : narrow }
  return lead
})

/** Returns a test of rows by all filters but metadata and dates. */
const rowTest = (filters: ReportedPaymentFilters) => {
  const { amount, last4, customer } = filters
  const test = facetTest(facetsIn(filters))
  return (row: ReportedPaymentRecord): boolean =>
    (last4 === undefined || row.last4 === last4) &&
    (customer === undefined || row.customer === customer) &&
    (amount === undefined || row.amount === amount) &&
    test(facetsOf(row))
}

const facetsIn = (filters: ReportedPaymentFilters): FacetFilter =>
  Object.fromEntries(
    facetNames.flatMap((name) => {
      const value = filters[name]
      return value === undefined ? [] : [[name, typeof value === "string" ? [value] : value]]
    })
  )

const narrowest = ({ customer, last4, amount }: ReportedPaymentFilters) => {
  if (customer !== undefined) return { customer }
  if (last4 !== undefined) return { last4 }
  return amount === undefined ? null : { amount: amount.toString() }
}

/**
 * Returns the index values that pass a test, and the number of payments that have them. The values
 * with the most payments come first, because a page is most likely found there.
 */
const countedFacets = Effect.fnUntraced(function* (
  scope: Scope,
  test: (facets: string) => boolean
) {
  const storage = yield* Storage
  const all = { keyFrom: "", keyTo: "~" }
  const counts = yield* storage.sums(scope, FigureChangeCollection, "facets", all)
  const found = counts
    .filter(({ key, amount }) => amount > 0n && test(key))
    .toSorted((one, other) => Number(other.amount - one.amount))
  return {
    values: found.map(({ key }) => key),
    payments: Number(found.reduce((sum, { amount }) => sum + amount, 0n))
  }
})
