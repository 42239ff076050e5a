import type { BillingCycleRecord, PaymentRecord, SubscriptionRecord } from "@payloom/core"

/** A subscription with all that belongs to it. */
export interface SubscriptionFile {
  readonly subscription: SubscriptionRecord
  /** By their sequence. */
  readonly cycles: ReadonlyArray<BillingCycleRecord>
  /** The payments that were to pay a cycle, by its id. */
  readonly payments: ReadonlyMap<string, ReadonlyArray<PaymentRecord>>
  /** Kind and subject of every job there is. */
  readonly jobs: ReadonlySet<string>
}

/** What is wrong with a subscription, its cycles and their payments, a sentence each. */
export const billingFindings = (file: SubscriptionFile): ReadonlyArray<string> => {
  const { subscription, cycles } = file
  const findings = [
    ...sequenceFindings(file),
    ...standingFindings(file),
    ...cycles.flatMap((cycle) =>
      cycleFindings(file, cycle).map((finding) => `cycle ${cycle.sequence} ${finding}`)
    )
  ]
  return findings.map((finding) => `${subscription.id} (${subscription.status}): ${finding}`)
}

const sequenceFindings = ({ subscription, cycles }: SubscriptionFile): ReadonlyArray<string> => {
  const first = subscription.terms.trial === null ? 1 : 0
  const gaps = cycles.slice(1).filter((cycle, at) => cycle.periodStart !== cycles[at]?.periodEnd)
  return [
    ...(cycles.every(({ sequence }, at) => sequence === first + at) ? [] : ["lacks a cycle"]),
    ...(cycles.at(-1)?.sequence === subscription.materialized
      ? []
      : ["has other cycles than it knows of"]),
    ...gaps.map(({ sequence }) => `cycle ${sequence} doesn't follow the one before it`)
  ]
}

const standingFindings = ({
  subscription,
  cycles,
  jobs
}: SubscriptionFile): ReadonlyArray<string> => {
  const { id, status, pause, canceledAt } = subscription
  const isOver = status === "canceled" || status === "expired" || status === "terminated"
  const isBehind = status === "past_due" || pause?.from === "past_due"
  const owes = cycles.some((cycle) => cycle.status === "retrying" && cycle.dunning !== null)
  const isPending = status === "pending_first_payment"
  const open = cycles.filter((cycle) => ["scheduled", "due", "retrying"].includes(cycle.status))
  return [
    ...(isOver === (canceledAt !== null) ? [] : ["doesn't know when it ended"]),
    ...((pause !== null) === (status === "paused") ? [] : ["has a pause and isn't paused"]),
    ...(isOver && open.length > 0 ? ["is over, and has cycles that are not"] : []),
    ...(owes && !isBehind && !isPending ? ["owes a cycle and isn't behind"] : []),
    ...(isPending === (subscription.paidUntil === null) || isOver
      ? []
      : ["is wrong about until when it is paid for"]),
    ...(wantsJob(subscription) === jobs.has(`bill_subscription:${id}`)
      ? []
      : ["has a job and needs none, or the reverse"])
  ]
}

const taken: ReadonlySet<PaymentRecord["status"]> = new Set([
  "succeeded",
  "partially_refunded",
  "refunded"
])

const underWay: ReadonlySet<PaymentRecord["status"]> = new Set(["processing", "authenticating"])

const cycleFindings = (
  { subscription, payments }: SubscriptionFile,
  cycle: BillingCycleRecord
): ReadonlyArray<string> => {
  const own = payments.get(cycle.id) ?? []
  const paid = own.filter(({ status }) => taken.has(status))
  const isFirst = cycle.sequence === (subscription.terms.trial === null ? 1 : 0)
  const due = isFirst ? firstAmount(subscription.terms) : cycle.amount
  const isFree = !isFirst && cycle.amount === 0n
  const latest = own.find(({ id }) => id === cycle.payment)
  const wrong = own.filter(({ amount, currency }) => amount !== due || currency !== cycle.currency)
  const wanted = cycle.status === "paid" && !isFree ? 1 : 0
  return [
    ...(paid.length === wanted ? [] : [`is ${cycle.status} and was paid ${paid.length} times`]),
    ...wrong.map(({ id }) => `is charged another amount by ${id}`),
    ...(cycle.payment !== null && latest === undefined ? ["names a payment of nobody's"] : []),
    ...(cycle.attemptCount >= own.length ? [] : ["was tried more often than it knows of"]),
    ...((cycle.status === "charging") === own.some(({ status }) => underWay.has(status)) ||
    latest?.checkoutSession != null
      ? []
      : ["differs from its payment on what runs"])
  ]
}

/** What is charged first: the setup fee, and the trial or else the first cycle. */
const firstAmount = ({ amount, trial, setupFee }: SubscriptionRecord["terms"]): bigint =>
  setupFee + (trial === null ? amount : trial.amount)

/** Whether something will be done for a subscription by itself. */
const wantsJob = (subscription: SubscriptionRecord): boolean => {
  const { status, pause, resumesAt, cancelAtPeriodEnd } = subscription
  if (["canceled", "expired", "terminated"].includes(status)) return false
  if (status !== "paused") return true
  return resumesAt !== null || cancelAtPeriodEnd || skipsMore(subscription, pause)
}

/** Whether cycles are left out one by one while it is paused: as long as there are any. */
const skipsMore = (
  { terms, cycle, skipped }: SubscriptionRecord,
  pause: SubscriptionRecord["pause"]
): boolean =>
  pause?.behavior === "skip" &&
  (terms.endAfterCycles === null || cycle < terms.endAfterCycles + skipped)
