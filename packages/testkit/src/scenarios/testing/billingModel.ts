import { Temporal } from "temporal-polyfill"
import { datesLeft, type ModelBlock } from "./billingModelBlock.ts"
import { dayMs, type ModelCard, tried } from "./billingModelCard.ts"

/** The terms of a subscription. */
export interface ModelTerms {
  readonly amount: bigint
  readonly interval: { readonly unit: "day" | "week" | "month" | "year"; readonly count: number }
  readonly trial: { readonly days: number; readonly amount: bigint } | null
  readonly setupFee: bigint
  readonly endAfterCycles: number | null
}

export interface ModelCycle {
  readonly sequence: number
  readonly amount: bigint
  dueAt: number
  periodStart: number
  periodEnd: number
  status: "scheduled" | "due" | "paid" | "retrying" | "failed" | "skipped" | "canceled"
  /** For each attempt: its time, type, amount and outcome. */
  readonly payments: Array<readonly [number, string, bigint, string]>
  /** The number of attempts, without those that failed without a fault of the card. */
  tries: number
}

interface ModelPause {
  readonly behavior: "shift" | "skip"
  readonly from: "trialing" | "active" | "past_due"
  readonly at: number
  /** A cancellation with the period takes effect at the end that the period had then. */
  readonly periodEnd: number
}

/** A subscription in the model. Everything follows from its cycles, so it has no counters. */
export interface Life {
  readonly terms: ModelTerms
  readonly created: number
  readonly cycles: Array<ModelCycle>
  readonly events: Array<readonly [number, string]>
  card: ModelCard
  status: string
  /** The due time of the cycle with this sequence. Later cycles are counted from there. */
  anchor: { readonly sequence: number; readonly at: number }
  period: { readonly start: number; readonly end: number }
  trialEnd: number | null
  paidUntil: number | null
  cancelAtPeriodEnd: boolean
  canceledAt: number | null
  reason: string | null
  pause: ModelPause | null
  resumesAt: number | null
  /** The last cycle whose renewal was announced. */
  announced: number
  /** The retry dates of the `retrying` cycle. */
  dates: ReadonlyArray<number>
  isStopped: boolean
  isTriedAtOnce: boolean
  /** The failures of the oldest unpaid cycle. */
  blocked: ModelBlock | null
}

/** The merchant's choices for all subscriptions. */
export interface Choice {
  exhausted: "terminate" | "pause"
}

const retryDays = [1, 4, 9, 16]
export const over: ReadonlyArray<string> = ["canceled", "expired", "terminated"]

export const record = (life: Life, now: number, what: string): void => {
  life.events.push([now, `subscription.${what}`])
}

/** Adds intervals to the anchor, with another calendar implementation than the engine's. */
const dueOf = ({ anchor, terms: { interval } }: Life, sequence: number): number =>
  Temporal.Instant.fromEpochMilliseconds(anchor.at)
    .toZonedDateTimeISO("UTC")
    .add({ [`${interval.unit}s`]: interval.count * (sequence - anchor.sequence) }).epochMilliseconds

const redate = (life: Life, cycle: ModelCycle): void => {
  cycle.dueAt = dueOf(life, cycle.sequence)
  cycle.periodStart = cycle.dueAt
  cycle.periodEnd = dueOf(life, cycle.sequence + 1)
}

export const withStatus = (life: Life, status: ModelCycle["status"]): ModelCycle | undefined =>
  life.cycles.find((cycle) => cycle.status === status)

/** Returns the cycle that fell due last, whatever its status. */
const current = (life: Life): ModelCycle | undefined =>
  life.cycles.findLast(({ status }) => status !== "scheduled")

/** Creates cycles so that three are ahead of the current one, if the terms allow as many. */
const lookAhead = (life: Life): void => {
  const { endAfterCycles } = life.terms
  const skipped = life.cycles.filter(({ status }) => status === "skipped").length
  const last = endAfterCycles === null ? Number.POSITIVE_INFINITY : endAfterCycles + skipped
  const wanted = Math.min(last, (current(life)?.sequence ?? 0) + 3)
  for (let sequence = (life.cycles.at(-1)?.sequence ?? 0) + 1; sequence <= wanted; sequence++) {
    life.cycles.push(newCycle(life, sequence))
  }
}

const newCycle = (life: Life, sequence: number): ModelCycle => {
  const undated = { dueAt: 0, periodStart: 0, periodEnd: 0, status: "scheduled" } as const
  const { amount } = life.terms
  const cycle: ModelCycle = { ...undated, sequence, amount, payments: [], tries: 0 }
  redate(life, cycle)
  return cycle
}

/** Returns a new subscription. Its first cycle is due. */
export const begun = (terms: ModelTerms, card: ModelCard, now: number): Life => {
  const { trial } = terms
  const trialEnd = trial === null ? null : now + trial.days * dayMs
  const life: Life = {
    terms,
    created: now,
    cycles: [],
    events: [],
    card,
    status: "pending_first_payment",
    anchor: { sequence: 1, at: trialEnd ?? now },
    period: { start: now, end: trialEnd ?? now },
    trialEnd,
    paidUntil: null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    reason: null,
    pause: null,
    resumesAt: null,
    announced: 0,
    dates: [],
    isStopped: false,
    isTriedAtOnce: false,
    blocked: null
  }
  const first: ModelCycle =
    trial === null
      ? newCycle(life, 1)
      : {
          ...{ sequence: 0, amount: trial.amount, dueAt: now, status: "scheduled" },
          ...{ periodStart: now, periodEnd: now + trial.days * dayMs, payments: [], tries: 0 }
        }
  life.cycles.push(first)
  fallDue(life, first)
  record(life, now, "created")
  return life
}

/** Begins the period of a cycle, whether or not it can be charged. */
export const fallDue = (life: Life, cycle: ModelCycle): void => {
  cycle.status = "due"
  life.period = { start: cycle.periodStart, end: cycle.periodEnd }
  lookAhead(life)
}

/** Charges a cycle that is due, or was declined before. */
export const charge = (life: Life, cycle: ModelCycle, now: number): void => {
  const isFirst = life.status === "pending_first_payment"
  const amount = isFirst ? life.terms.setupFee + cycle.amount : cycle.amount
  if (!isFirst && amount === 0n) {
    paid(life, cycle, now)
    return
  }
  const outcome = tried(life.card, now, isFirst ? "customer" : "merchant")
  const firstType = amount === 0n ? "verify" : "subscription_initial"
  const became = outcome === "approved" ? "succeeded" : "declined"
  cycle.payments.push([now, isFirst ? firstType : "subscription_rebill", amount, became])
  life.isTriedAtOnce = false
  if (outcome === "technical") {
    const { since = now, failures = 0 } = life.blocked ?? {}
    life.blocked = { since, failedAt: now, failures: failures + 1 }
    return
  }
  cycle.tries += 1
  if (outcome === "approved") paid(life, cycle, now)
  else declined(life, cycle, outcome, now)
  life.blocked = null
}

const declined = (life: Life, cycle: ModelCycle, outcome: "soft" | "hard", now: number): void => {
  const isBegun = cycle.status === "retrying"
  cycle.status = "retrying"
  life.isStopped = outcome === "hard"
  if (life.status === "pending_first_payment") return
  life.dates = isBegun ? datesLeft(life, now) : retryDays.map((days) => now + days * dayMs)
  record(life, now, "payment_failed")
  if (life.status !== "past_due") record(life, now, "past_due")
  life.status = "past_due"
}

const paid = (life: Life, cycle: ModelCycle, now: number): void => {
  const from = life.status
  cycle.status = "paid"
  life.dates = []
  life.isTriedAtOnce = false
  life.paidUntil = Math.max(life.paidUntil ?? 0, cycle.periodEnd)
  life.status = cycle.sequence === 0 ? "trialing" : "active"
  if (from === "past_due") record(life, now, "recovered")
  record(life, now, from === "pending_first_payment" ? "activated" : "renewed")
}

/** Ends the subscription and its open cycles. */
export const end = (
  life: Life,
  now: number,
  [status, reason]: readonly [string, string | null]
): void => {
  for (const cycle of life.cycles) {
    const isDeclined = cycle.status === "retrying"
    if (isDeclined) cycle.status = status === "canceled" ? "canceled" : "failed"
    if (["scheduled", "due"].includes(cycle.status)) cycle.status = "canceled"
  }
  Object.assign(life, { status, reason, canceledAt: now, pause: null, resumesAt: null })
  record(life, now, status === "terminated" ? "terminated" : "canceled")
}

/** Handles the end of dunning: all retries were declined or have passed. */
export const exhaust = (
  life: Life,
  cycle: ModelCycle,
  now: number,
  { exhausted }: Choice
): void => {
  if (exhausted === "terminate") {
    end(life, now, ["terminated", "dunning_exhausted"])
    return
  }
  cycle.status = "failed"
  hold(life, now, { behavior: "shift", from: "active", resumesAt: null })
}

/** Holds the subscription, which is not charged from now on. */
export const hold = (
  life: Life,
  now: number,
  { resumesAt, ...how }: Pick<ModelPause, "behavior" | "from"> & Pick<Life, "resumesAt">
): void => {
  life.pause = { ...how, at: now, periodEnd: life.period.end }
  life.status = "paused"
  life.resumesAt = resumesAt
  record(life, now, "paused")
}

/** Skips a cycle that falls due in a skip pause. */
export const skip = (life: Life, cycle: ModelCycle): void => {
  cycle.status = "skipped"
  lookAhead(life)
}

/** Ends a pause. The rest of each wait remains, and the schedule moves or continues. */
export const resume = (life: Life, { behavior, from, at }: ModelPause, now: number): void => {
  if (behavior === "shift") shift(life, now - at)
  const last = current(life)
  const isAnother = behavior === "shift" || last?.status === "skipped"
  if (last !== undefined && isAnother) {
    life.period = { start: last.periodStart, end: last.periodEnd }
  }
  life.dates = life.dates.map((date) => date + now - at)
  if (life.blocked !== null) {
    const { since, failedAt, failures } = life.blocked
    life.blocked = { since: since + now - at, failedAt: failedAt + now - at, failures }
  }
  const first = life.cycles.find(({ sequence }) => sequence === 1)?.status
  const isTriedOut = first === "paid" || first === "skipped"
  life.status = from === "trialing" && isTriedOut ? "active" : from
  life.pause = null
  life.resumesAt = null
  record(life, now, "resumed")
}

/**
 * Moves the next unpaid cycle. Later cycles follow from it, and the previous one lasts until then.
 */
const shift = (life: Life, by: number): void => {
  const next = life.cycles.find(({ status }) => status === "scheduled" || status === "due")
  const sequence = next?.sequence ?? (life.cycles.at(-1)?.sequence ?? 0) + 1
  const at = (next?.dueAt ?? dueOf(life, sequence)) + by
  const before = life.cycles.find((cycle) => cycle.sequence === sequence - 1)
  if (before !== undefined) {
    if (life.paidUntil === before.periodEnd) life.paidUntil = at
    before.periodEnd = at
  }
  life.anchor = { sequence, at }
  if (sequence === 1 && life.trialEnd !== null) life.trialEnd = at
  life.announced = Math.min(life.announced, sequence - 1)
  for (const cycle of life.cycles) if (cycle.sequence >= sequence) redate(life, cycle)
}
