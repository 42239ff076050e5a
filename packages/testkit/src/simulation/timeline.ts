import {
  BillingCycleCollection,
  type BillingCycleRecord,
  EventCollection,
  type EventRecord,
  PaymentCollection,
  type PaymentRecord,
  type Scope,
  type StorageReads
} from "@payloom/core"
import { Effect } from "effect"
import { everyRow } from "../audit/everyRow.ts"

/** One line of a subscription's timeline, in English. */
export interface TimelineLine {
  /** In milliseconds since the epoch. */
  readonly at: number
  /** The event in a word or two, for example `renewed`. */
  readonly what: string
  /** Further details, or an empty string. */
  readonly note: string
}

/** Lists the events of a subscription in the order of time, for people to read. */
export const timelineOf = Effect.fnUntraced(function* (
  storage: StorageReads,
  scope: Scope,
  subscription: string
) {
  const events = yield* everyRow(storage, scope, EventCollection)
  const cycles = (yield* everyRow(storage, scope, BillingCycleCollection)).filter(
    (cycle) => cycle.subscription === subscription
  )
  const sequences = new Map<string, BillingCycleRecord>(cycles.map((cycle) => [cycle.id, cycle]))
  const payments = new Map<string, PaymentRecord>(
    (yield* everyRow(storage, scope, PaymentCollection))
      .filter(({ billingCycle }) => sequences.has(billingCycle ?? ""))
      .map((payment) => [payment.id, payment])
  )
  const told = events.flatMap((event) => lineOf(event, subscription, payments, sequences))
  const skipped = cycles
    .filter(({ status }) => status === "skipped")
    .map(
      ({ dueAt, sequence }): TimelineLine => ({
        at: dueAt,
        what: "skipped",
        note: `cycle ${sequence}`
      })
    )
  return [...told, ...skipped].toSorted((left, right) => left.at - right.at)
})

/** Formats a timeline as text, one line for each event. */
export const writtenTimeline = (lines: ReadonlyArray<TimelineLine>): string =>
  lines
    .map(({ at, what, note }) => `${minuteOf(at)}  ${what.padEnd(20)}${note}`.trimEnd())
    .join("\n")

const minuteOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace("T", " ")

const lineOf = (
  { type, occurredAt: at, data }: EventRecord,
  subscription: string,
  payments: ReadonlyMap<string, PaymentRecord>,
  cycles: ReadonlyMap<string, BillingCycleRecord>
): ReadonlyArray<TimelineLine> => {
  const object = data.object as { readonly id?: string; readonly [field: string]: unknown }
  if (type.startsWith("subscription.") && object.id === subscription) {
    return [
      {
        at,
        what: type.slice("subscription.".length).replaceAll("_", " "),
        note: noteOf(type, object)
      }
    ]
  }
  if (type === "alert.renewal_blocked" && cycles.has(object.id ?? "")) {
    return [{ at, what: "alert", note: "the renewal is blocked" }]
  }
  const payment = payments.get(data.payment_id ?? "")
  const cycle = cycles.get(payment?.billingCycle ?? "")
  if (payment === undefined || cycle === undefined) return []
  const amount = formatMoney(payment.amount, payment.currency)
  switch (type) {
    case "payment.succeeded":
      if (payment.amount === 0n) return [{ at, what: "checked", note: "the card, for nothing" }]
      return [{ at, what: "paid", note: `${amount} for cycle ${cycle.sequence}` }]
    case "payment.declined":
    case "payment.failed":
      return [
        { at, what: "declined", note: `${amount} for cycle ${cycle.sequence}: ${whyOf(object)}` }
      ]
    case "refund.pending":
      return [{ at, what: "refunded", note: amount }]
    default:
      return []
  }
}

const noteOf = (type: string, object: { readonly [field: string]: unknown }): string => {
  const { status, cancel_reason: reason, current_period_end: ends, resumes_at: resumes } = object
  if (type === "subscription.upcoming_renewal") return `due ${dayOf(ends)}`
  const isOver = status === "canceled" || status === "expired" || status === "terminated"
  if (isOver) return reason == null ? String(status) : `${status}: ${reason}`
  if (status === "paused") return resumes == null ? "paused" : `paused until ${dayOf(resumes)}`
  return status === "pending_first_payment" ? "pending" : `${status} until ${dayOf(ends)}`
}

const dayOf = (moment: unknown): string => String(moment).slice(0, 10)

const whyOf = (object: { readonly [field: string]: unknown }): string =>
  (object.decline as { readonly code?: string } | null)?.code ?? "nobody could say why"

/** Formats an amount for people: `9.00 EUR`. */
export const formatMoney = (amount: bigint, currency: string): string => {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency
  }).resolvedOptions()
  const text = amount.toString().padStart(digits + 1, "0")
  const whole = text.slice(0, text.length - digits)
  return digits === 0 ? `${text} ${currency}` : `${whole}.${text.slice(-digits)} ${currency}`
}
