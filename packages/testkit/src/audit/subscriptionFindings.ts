import type { BillingCycleRecord, PaymentRecord, SubscriptionRecord } from "@payloom/core"

/** All records of one subscription. */
export interface SubscriptionFile {
  readonly subscription: SubscriptionRecord
  /** In the order of their sequence. */
  readonly cycles: ReadonlyArray<BillingCycleRecord>
  /** The payments of the cycles. */
  readonly payments: ReadonlyArray<PaymentRecord>
  /**
   * The payments that were given back, or are being given back, because the subscription had
   * ended.
   */
  readonly givenBack: ReadonlySet<string>
  /** The payments whose money the payer's bank returned. */
  readonly returned: ReadonlySet<string>
  /** Kind and subject of every job in the store. */
  readonly jobs: ReadonlySet<string>
}

const paid: ReadonlySet<PaymentRecord["status"]> = new Set([
  "succeeded",
  "partially_refunded",
  "refunded"
])
const underWay: ReadonlySet<PaymentRecord["status"]> = new Set(["authenticating", "processing"])
const ended: ReadonlySet<SubscriptionRecord["status"]> = new Set([
  "canceled",
  "expired",
  "terminated"
])
type CycleStatus = BillingCycleRecord["status"]

const open: ReadonlySet<CycleStatus> = new Set(["scheduled", "due"])
const unpaidStatuses: ReadonlySet<CycleStatus> = new Set([...open, "charging", "retrying"])

/**
 * Checks a subscription against its cycles, payments and job. Returns one sentence for each error.
 */
export const subscriptionFindings = (file: SubscriptionFile): ReadonlyArray<string> => {
  const { id, status } = file.subscription
  return [
    ...scheduleFindings(file),
    ...file.cycles.flatMap((cycle) => cycleFindings(cycle, file)),
    ...(ended.has(status) ? endedFindings(file) : goingFindings(file))
  ].map((finding) => `${id} (${status}): ${finding}`)
}

const scheduleFindings = ({ subscription, cycles }: SubscriptionFile): ReadonlyArray<string> => {
  const first = subscription.trialEnd === null ? 1 : 0
  const { currentPeriodEnd, paidUntil } = subscription
  const paidFor = cycles.filter(({ status }) => status === "paid")
  const lastPaid = Math.max(...paidFor.map(({ periodEnd }) => periodEnd))
  return [
    ...cycles.flatMap(({ sequence, periodStart, periodEnd }, at) => [
      ...(sequence === first + at ? [] : [`has a cycle ${sequence} in the place of ${first + at}`]),
      ...(periodStart <= periodEnd ? [] : [`cycle ${sequence} ends before it begins`]),
      ...(at === 0 || periodStart === cycles[at - 1]?.periodEnd
        ? []
        : [`there is a gap before cycle ${sequence}`])
    ]),
    ...(cycles.at(-1)?.sequence === subscription.materialized
      ? []
      : [`has ${subscription.materialized} as its last cycle, which differs from its cycles`]),
    ...(paidFor.length === 0 || lastPaid === paidUntil || ended.has(subscription.status)
      ? []
      : ["is paid for until another time than its cycles are"]),
    ...(cycles.some(({ periodEnd }) => periodEnd === currentPeriodEnd)
      ? []
      : ["has a current period that none of its cycles has"])
  ]
}

/** Returns true if a charge failed and the card was not the reason. */
const isBlameless = ({ status, decline }: PaymentRecord): boolean =>
  status === "failed" ||
  (status === "declined" &&
    decline?.advice !== "do_not_retry" &&
    ["technical", "configuration"].includes(decline?.category ?? ""))

const cycleFindings = (
  cycle: BillingCycleRecord,
  { payments, givenBack, returned, subscription: { terms } }: SubscriptionFile
): ReadonlyArray<string> => {
  const own = payments.filter(({ billingCycle }) => billingCycle === cycle.id)
  // The payer pays in a session with one payment, for any number of attempts, or for none.
  const byPayer = own.filter(({ checkoutSession }) => checkoutSession !== null)
  const tries = own.filter(
    (payment) =>
      payment.checkoutSession === null && (returned.has(payment.id) || !isBlameless(payment))
  ).length
  const isFirst = cycle.sequence === (terms.trial === null ? 1 : 0)
  const price = isFirst ? terms.setupFee + (terms.trial ?? terms).amount : cycle.amount
  const wrong = own.filter(
    ({ amount, currency }) => amount !== price || currency !== cycle.currency
  )
  const latest = own.find(({ id }) => id === cycle.payment)
  const kept = own.filter(({ id, amount }) => !givenBack.has(id) && amount > 0n)
  const restored = new Set<string>(cycle.restored ?? [])
  const once = own.filter(({ id, status }) => paid.has(status) && !restored.has(id))
  const isFree = cycle.amount === 0n && own.length === 0
  // A return is not charged again if a later cycle was charged first.
  const isPaid = latest !== undefined ? paid.has(latest.status) || returned.has(latest.id) : isFree
  const isUnderWay = latest !== undefined && underWay.has(latest.status)
  const isSame = byPayer.length === 0 ? cycle.attemptCount === tries : cycle.attemptCount >= tries
  return [
    ...wrong.map(
      ({ amount, currency }) => `has a payment of ${amount} ${currency}, which is not its price`
    ),
    ...(once.length > 1 ? [`was charged ${once.length} times`] : []),
    ...(isSame
      ? []
      : [`has an attempt count of ${cycle.attemptCount}, which differs from its payments`]),
    ...((cycle.payment === null) === (own.length === 0) || byPayer.length > 0
      ? []
      : ["names another payment"]),
    ...(cycle.status !== "paid" && kept.some((one) => once.includes(one))
      ? ["has a payment that succeeded"]
      : []),
    ...(cycle.status === "paid" && own.some(({ id }) => givenBack.has(id))
      ? ["is paid by money that was given back"]
      : []),
    ...(cycle.status === "paid" && !isPaid ? ["has no payment that succeeded"] : []),
    ...((cycle.status === "charging") === isUnderWay
      ? []
      : ["disagrees with its payment on whether a charge is in flight"])
  ].map((finding) => `cycle ${cycle.sequence} (${cycle.status}) ${finding}`)
}

const endedFindings = ({
  subscription,
  cycles,
  payments,
  jobs
}: SubscriptionFile): ReadonlyArray<string> => {
  const left = cycles.filter(({ status }) => open.has(status) || status === "retrying")
  const { id, canceledAt } = subscription
  const kept = payments.filter(
    ({ status, amount, created }) =>
      paid.has(status) && amount > 0n && status !== "refunded" && created > (canceledAt ?? 0)
  )
  return [
    ...left.map(({ sequence, status }) => `cycle ${sequence} is still ${status}`),
    ...(canceledAt === null ? ["has no canceled_at"] : []),
    ...(kept.length > 0 ? ["was charged after its end"] : []),
    ...(jobs.has(`bill_subscription:${id}`) ? ["still has the job that bills it"] : [])
  ]
}

/** A subscription is past due only after a decline of its card, or the return of its money. */
const behindFindings = ({
  subscription: { status },
  cycles,
  payments,
  returned
}: SubscriptionFile): ReadonlyArray<string> => {
  const owed = cycles.filter((one) => one.status === "retrying" || one.dunning !== null)
  const isCardToBlame = owed.some(({ id }) =>
    payments.some(
      (payment) =>
        payment.billingCycle === id &&
        (returned.has(payment.id) || (payment.status === "declined" && !isBlameless(payment)))
    )
  )
  return status === "past_due" && !isCardToBlame ? ["is past due, but no card was declined"] : []
}

const goingFindings = (file: SubscriptionFile): ReadonlyArray<string> => {
  const { subscription, cycles, jobs } = file
  const { id, status, terms, pause, resumesAt, cancelAtPeriodEnd } = subscription
  const { cycle, unpaid, skipped } = subscription
  const owed = cycles.filter((one) => unpaidStatuses.has(one.status))
  const ahead = cycles.filter(({ sequence }) => sequence > cycle).length
  const rests = status === "paused" && resumesAt === null && !cancelAtPeriodEnd
  const isBehind = cycles.some((one) => one.status === "retrying")
  const mayBeBehind =
    status === "past_due" || status === "paused" || status === "pending_first_payment"
  const last = (terms.endAfterCycles ?? Number.POSITIVE_INFINITY) + skipped
  const wanted = Math.min(3, last - cycle)
  // Nothing is scheduled for this subscription, because it waits for the merchant.
  const isLeftAlone = rests && (pause?.behavior === "shift" || wanted <= 0)
  return [
    ...((owed[0]?.sequence ?? subscription.materialized + 1) === unpaid
      ? []
      : [`would charge cycle ${unpaid} next`]),
    ...(ahead >= wanted ? [] : [`has ${ahead} cycles ahead`]),
    ...behindFindings(file),
    ...(isBehind && !mayBeBehind ? ["is not past due, though a cycle is retrying"] : []),
    ...((pause === null) === (status !== "paused")
      ? []
      : ["has a pause that does not match its status"]),
    ...(isLeftAlone || jobs.has(`bill_subscription:${id}`) ? [] : ["lacks the job that bills it"])
  ]
}
