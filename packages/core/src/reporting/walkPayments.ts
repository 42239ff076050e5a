import { Clock, Effect } from "effect"
import { PaymentCollection, type PaymentRecord } from "../payments/charges/Payment.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { type PageQuery, Storage } from "../platform/storage/Storage.ts"
import { ReportedPaymentCollection, type ReportedPaymentRecord } from "./ReportedPayment.ts"
import { mostMetadataTerms, ReportedTermCollection } from "./ReportedTerm.ts"

/** The index that a walk follows. */
export type Lead =
  | { readonly _tag: "Rows"; readonly where: NonNullable<PageQuery["where"]> }
  /** The payments that have a term with this digest. `key` is their metadata key, if it matters. */
  | { readonly _tag: "Terms"; readonly digest: string; readonly key?: string }

/** A walk over reported payments, newest first. */
export interface PaymentWalk {
  readonly scope: Scope
  readonly lead: Lead
  /** The filters that the index does not have. */
  readonly matches: (row: ReportedPaymentRecord) => boolean
  /** The filter that reported rows don't have either. It is checked on the payments themselves. */
  readonly metadata?: { readonly key: string; readonly value: string }
  /** The number of requested payments. */
  readonly size: number
  /** Only payments older than this one. */
  readonly after?: string
  /** The bounds of ids, inclusive. */
  readonly idFrom?: string
  readonly idTo?: string
}

/** The result of a walk. */
export interface WalkedPage {
  readonly rows: ReadonlyArray<ReportedPaymentRecord>
  /** The position after which the next walk continues. Null if there are no more payments. */
  readonly next: string | null
}

/**
 * The most payments that one walk reads. If the filters have few payments in common, a page ends
 * here with fewer payments than requested.
 */
const mostPassed = 1000

/**
 * The time after which a walk begins no further step, in milliseconds. Rows that are not in the
 * memory of the database take a disk's time each, so a thousand of them may take a second.
 */
const longestMs = 80

/** The most rows that one step reads. The payments of terms are looked up one by one. */
const mostAtOnce = { Rows: 250, Terms: 100 }

/** The fewest. A storage in this process holds the event loop during a step. */
const leastAtOnce = 20

/** A quick step is followed by a larger one, and a slow one by a smaller one. */
const quickMs = 4
const slowMs = 8

const nextLimit = (limit: number, tookMs: number, most: number): number => {
  if (tookMs > slowMs) return Math.max(Math.floor(limit / 2), leastAtOnce)
  return tookMs < quickMs ? Math.min(limit * 2, most) : limit
}

/** Reads a page of payments along an index. */
export const walkPayments = Effect.fnUntraced(function* (walk: PaymentWalk) {
  const { size, matches } = walk
  const rows: Array<ReportedPaymentRecord> = []
  const started = yield* Clock.currentTimeMillis
  let after = walk.after
  let [limit, passed, now] = [size + 1, 0, started]
  while (passed < mostPassed && now - started < longestMs) {
    if (passed > 0) yield* Effect.yieldNow
    const began = yield* Clock.currentTimeMillis
    const step = yield* readStep(walk, after, limit)
    const last = rows.at(-1)?.id
    // Two steps may have terms of the same payment.
    const found = step.rows.filter((row) => row.id !== last && matches(row))
    rows.push(...(yield* withMetadata(walk, found)))
    if (rows.length > size) {
      const page = rows.slice(0, size)
      return { rows: page, next: page.at(-1)?.id ?? null } satisfies WalkedPage
    }
    if (step.last === null) return { rows, next: null } satisfies WalkedPage
    after = step.last
    passed += limit
    now = yield* Clock.currentTimeMillis
    limit = nextLimit(limit, now - began, mostAtOnce[walk.lead._tag])
  }
  return { rows, next: after ?? null } satisfies WalkedPage
})

/** Returns the rows whose payments have the metadata. */
const withMetadata = Effect.fnUntraced(function* (
  { scope, metadata }: PaymentWalk,
  rows: ReadonlyArray<ReportedPaymentRecord>
) {
  if (metadata === undefined || rows.length === 0) return rows
  const storage = yield* Storage
  const ids = rows.map(({ id }) => id)
  const payments = yield* storage.getMany(scope, PaymentCollection, ids)
  const having = new Set(
    payments.flatMap(({ row }) => (hasMetadata(row, metadata) ? [row.id] : []))
  )
  return rows.filter(({ id }) => having.has(id))
})

const hasMetadata = (
  payment: PaymentRecord,
  { key, value }: NonNullable<PaymentWalk["metadata"]>
): boolean =>
  payment.metadata[key] === value &&
  Object.keys(payment.metadata).slice(0, mostMetadataTerms).includes(key)

/** Some payments along an index. */
interface Step {
  readonly rows: ReadonlyArray<ReportedPaymentRecord>
  /** The id of the last row that was passed. Null if there are no more. */
  readonly last: string | null
}

const readStep = Effect.fnUntraced(function* (
  { scope, lead, idFrom, idTo }: PaymentWalk,
  after: string | undefined,
  limit: number
) {
  const storage = yield* Storage
  const query = {
    order: "desc",
    limit,
    ...(after === undefined ? {} : { after }),
    ...(idFrom === undefined ? {} : { idFrom })
  } as const
  if (lead._tag === "Rows") {
    const found = yield* storage.page(scope, ReportedPaymentCollection, {
      ...query,
      where: lead.where,
      ...(idTo === undefined ? {} : { idTo })
    })
    const rows = found.map(({ row }) => row)
    return { rows, last: found.length < limit ? null : (rows.at(-1)?.id ?? null) } satisfies Step
  }
  const terms = yield* storage.page(scope, ReportedTermCollection, {
    ...query,
    where: { digest: lead.digest },
    // The id of a term follows the id of its payment.
    ...(idTo === undefined ? {} : { idTo: `${idTo}~` })
  })
  const wanted = terms.filter(({ row }) => lead.key === undefined || row.key === lead.key)
  const ids = [...new Set(wanted.map(({ row }) => row.payment))]
  const found = yield* storage.getMany(scope, ReportedPaymentCollection, ids)
  const rows = found.map(({ row }) => row).sort((one, other) => (one.id < other.id ? 1 : -1))
  const last = terms.length < limit ? null : (terms.at(-1)?.row.id ?? null)
  return { rows, last } satisfies Step
})
