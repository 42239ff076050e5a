import type { Finding } from "../Finding.ts"
import type { Books } from "../rows/Books.ts"
import type { Cycle, Payment, Subscription } from "../rows/rowTypes.ts"
import { timeAfter } from "./calendar.ts"
import { hasAllEvents } from "./hasAllEvents.ts"
import { endedSubscriptions, paidStatuses } from "./money.ts"

/** Checks the cycles of each subscription: their dates, their payments, and its own fields. */
export const billingFindings = (books: Books): ReadonlyArray<Finding> =>
  books.subscriptions.flatMap((subscription) => {
    const cycles = books.cyclesOf(subscription.id)
    const findings = (rule: string, sentences: ReadonlyArray<string>): ReadonlyArray<Finding> =>
      sentences.map((sentence) => ({
        rule,
        row: subscription.id,
        sentence: `${subscription.id} (${subscription.status}) ${sentence}.`
      }))
    return [
      ...findings("cycle-dates", [
        ...dateFindings(subscription, cycles),
        ...trialFindings(books, subscription),
        ...shiftFindings(books, subscription)
      ]),
      ...cycles.flatMap((cycle) =>
        findings(
          "cycle-paid-once",
          cycleFindings(books, subscription, cycle).map(
            (sentence) => `has cycle ${cycle.sequence} (${cycle.status}), which ${sentence}`
          )
        )
      ),
      ...findings("subscription-fields", fieldFindings(books, subscription, cycles))
    ]
  })

const iso = (moment: number): string => new Date(moment).toISOString()

const dateFindings = (
  { terms, billingCycleAnchor, anchorSequence, trialEnd }: Subscription,
  cycles: ReadonlyArray<Cycle>
): ReadonlyArray<string> => {
  const first = trialEnd === null ? 1 : 0
  const dueAt = (sequence: number) =>
    timeAfter(billingCycleAnchor, terms.interval, sequence - anchorSequence)
  return [
    ...cycles.flatMap(({ sequence, dueAt: due, periodStart, periodEnd, status }, at) => {
      const before = cycles[at - 1]
      const isCounted = sequence >= anchorSequence && sequence > 0 && status !== "canceled"
      return [
        ...(sequence === first + at ? [] : [`has a cycle ${sequence} at place ${first + at}`]),
        ...(before === undefined || before.periodEnd === periodStart
          ? []
          : [`has a gap before cycle ${sequence}`]),
        ...(periodStart <= periodEnd ? [] : [`has a cycle ${sequence} that ends first`]),
        ...(isCounted && due !== dueAt(sequence)
          ? [`has cycle ${sequence} due at ${iso(due)}, not ${iso(dueAt(sequence))}`]
          : []),
        ...(isCounted && periodEnd !== dueAt(sequence + 1)
          ? [`has cycle ${sequence} until ${iso(periodEnd)}, not ${iso(dueAt(sequence + 1))}`]
          : [])
      ]
    })
  ]
}

/** Returns true if a subscription was paused, or if the event of a pause may have been dropped. */
const mayBePaused = (books: Books, subscription: Subscription): boolean =>
  !hasAllEvents(books)(subscription) ||
  books.eventsOf(subscription.id).some(({ type }) => type === "subscription.paused")

/** Checks the length of a trial, unless a pause or another system has moved its end. */
const trialFindings = (books: Books, subscription: Subscription): ReadonlyArray<string> => {
  const { terms, trialEnd, created, consent } = subscription
  if (trialEnd === null || terms.trial === null || consent.source === "import") return []
  const planned = timeAfter(created, { unit: "day", count: 1 }, terms.trial.days)
  return trialEnd === planned || mayBePaused(books, subscription)
    ? []
    : [`has a trial until ${iso(trialEnd)}, not of ${terms.trial.days} days`]
}

const dayMs = 86_400_000

/**
 * Checks that the only pause has shifted the schedule by its length. A resumption by date may be
 * recorded late, so its date counts. Clocks may differ, so a day is tolerated.
 */
const shiftFindings = (books: Books, subscription: Subscription): ReadonlyArray<string> => {
  const { id, terms, anchorSequence, billingCycleAnchor, created, trialEnd, skipped } = subscription
  if (!hasAllEvents(books)(subscription)) return []
  const eventsOf = (type: string) => books.eventsOf(id).filter((event) => event.type === type)
  const [pause] = eventsOf("subscription.paused")
  const [resumption, ...others] = eventsOf("subscription.resumed")
  const isPlain = others.length === 0 && skipped === 0 && anchorSequence > 1
  if (pause === undefined || resumption === undefined || !isPlain) return []
  const paused = pause.occurredAt
  const endsAt = Date.parse(String(pause.data.object.resumes_at))
  const resumed = Math.min(resumption.occurredAt, endsAt || Number.POSITIVE_INFINITY)
  const planned = timeAfter(trialEnd ?? created, terms.interval, anchorSequence - 1)
  const off = Math.abs(billingCycleAnchor - planned - (resumed - paused))
  return off < dayMs
    ? []
    : [`was paused for ${resumed - paused} ms and shifted by ${billingCycleAnchor - planned} ms`]
}

/** Returns true if a charge failed, and the card was not the reason. */
const isBlameless = ({ status, decline }: Payment): boolean =>
  status === "failed" ||
  (status === "declined" &&
    decline?.advice !== "do_not_retry" &&
    ["technical", "configuration"].includes(decline?.category ?? ""))

const isReturned = (books: Books, payment: Payment): boolean =>
  books.attemptsOf(payment).some(({ status }) => status === "returned")

const isGivenBack = (books: Books, payment: Payment): boolean =>
  books.modificationsOf(payment.id).some(({ purpose }) => purpose === "ended_subscription")

const cycleFindings = (
  books: Books,
  subscription: Subscription,
  cycle: Cycle
): ReadonlyArray<string> => {
  const { terms, trialEnd, consent } = subscription
  // A pause may move the dates of a cycle that was charged without success.
  const wasPaused = mayBePaused(books, subscription)
  const own = books.paymentsOfCycle(cycle.id)
  const isFirst = cycle.sequence === (trialEnd === null ? 1 : 0)
  const usual = BigInt(
    terms.trial !== null && cycle.sequence === 0 ? terms.trial.amount : terms.amount
  )
  // The first cycle of an imported subscription was paid before the import.
  const isPaidBefore = isFirst && consent.source === "import" && cycle.payment === null
  const costs = isPaidBefore ? 0n : usual
  const price = costs + (isFirst ? BigInt(terms.setupFee) : 0n)
  const taken = own.filter(
    (payment) =>
      paidStatuses.has(payment.status) &&
      !isGivenBack(books, payment) &&
      !(cycle.restored ?? []).includes(payment.id)
  )
  const latest = own.find(({ id }) => id === cycle.payment)
  const isInFlight =
    latest !== undefined && ["authenticating", "processing"].includes(latest.status)
  const byPayer = own.filter(({ checkoutSession }) => checkoutSession !== null)
  const tries = own.filter(
    (one) => one.checkoutSession === null && (isReturned(books, one) || !isBlameless(one))
  ).length
  // A return is not charged again if a later cycle was charged first.
  const isPaid =
    latest === undefined
      ? own.length === 0 && (price === 0n || BigInt(cycle.amount) === 0n)
      : paidStatuses.has(latest.status) || isReturned(books, latest)
  return [
    ...(BigInt(cycle.amount) === costs && cycle.currency === terms.currency
      ? []
      : [`costs ${cycle.amount} ${cycle.currency}, not ${costs} ${terms.currency}`]),
    ...own.flatMap(({ amount, currency, created, checkoutSession }) => [
      ...(BigInt(amount) === price && currency === terms.currency
        ? []
        : [`has a payment of ${amount} ${currency}, not ${price} ${terms.currency}`]),
      ...(created >= cycle.dueAt || checkoutSession !== null || wasPaused
        ? []
        : [`was charged at ${iso(created)}, before it was due`])
    ]),
    ...(taken.length > 1 ? [`was paid ${taken.length} times`] : []),
    ...(cycle.status === "paid" && !isPaid ? ["has no payment that succeeded"] : []),
    // A check of a card takes nothing, so nothing is given back.
    ...(cycle.status !== "paid" && taken.some((one) => BigInt(one.amount) > 0n)
      ? ["has a payment that succeeded"]
      : []),
    ...(cycle.status === "paid" && own.some((one) => isGivenBack(books, one))
      ? ["is paid by money that was given back"]
      : []),
    ...((cycle.status === "charging") === isInFlight ? [] : ["disagrees with its payment"]),
    ...(cycle.payment !== null && latest === undefined ? ["names a payment of another"] : []),
    ...(cycle.payment === null && own.length > 0 && byPayer.length === 0
      ? ["names none of its payments"]
      : []),
    ...((byPayer.length === 0 ? cycle.attemptCount === tries : cycle.attemptCount >= tries)
      ? []
      : [`counts ${cycle.attemptCount} charges of ${tries}`])
  ]
}

const waiting: ReadonlySet<string> = new Set(["scheduled", "due", "charging", "retrying"])

const fieldFindings = (
  books: Books,
  subscription: Subscription,
  cycles: ReadonlyArray<Cycle>
): ReadonlyArray<string> => {
  const { status, canceledAt, pause, paidUntil, currentPeriodStart, currentPeriodEnd, terms } =
    subscription
  const isEnded = endedSubscriptions.has(status)
  const paid = cycles.filter((cycle) => cycle.status === "paid")
  const lastPaid = Math.max(...paid.map(({ periodEnd }) => periodEnd))
  const left = cycles.filter((cycle) => waiting.has(cycle.status))
  const current = cycles.find(({ periodEnd }) => periodEnd === currentPeriodEnd)
  const counted = cycles.filter(({ sequence }) => sequence > 0).length
  const overdue = cycles.filter(
    (cycle) => cycle.status === "scheduled" && cycle.dueAt <= books.audited.now
  )
  const isCharging = ["trialing", "active"].includes(status)
  const last = (terms.endAfterCycles ?? Number.POSITIVE_INFINITY) + subscription.skipped
  const ahead = cycles.filter(({ sequence }) => sequence > subscription.cycle).length
  // A charge may be in flight when a subscription ends.
  const isLeft = (cycle: Cycle) => cycle.status !== "charging"
  return [
    ...(isEnded === (canceledAt !== null) ? [] : ["has an end that does not match its status"]),
    ...(isEnded ? left.filter(isLeft) : []).map(
      (one) => `still has cycle ${one.sequence} (${one.status})`
    ),
    ...((status === "paused") === (pause !== null) ? [] : ["has a pause that does not match"]),
    ...(paid.length === 0 || isEnded || paidUntil === lastPaid
      ? []
      : [`is paid until ${paidUntil}, and its cycles until ${lastPaid}`]),
    ...(current === undefined || current.periodStart !== currentPeriodStart
      ? ["has a current period of none of its cycles"]
      : []),
    ...(terms.endAfterCycles !== null && counted > terms.endAfterCycles + subscription.skipped
      ? [`has ${counted} cycles, more than ${terms.endAfterCycles}`]
      : []),
    ...(subscription.materialized === cycles.at(-1)?.sequence
      ? []
      : [`has ${subscription.materialized} as its last cycle`]),
    ...(isEnded || (left[0]?.sequence ?? subscription.materialized + 1) === subscription.unpaid
      ? []
      : [`would charge cycle ${subscription.unpaid} next`]),
    ...(isCharging && cycles.some((cycle) => cycle.status === "retrying")
      ? [`is ${status}, and a cycle is retrying`]
      : []),
    ...(isEnded && cycles.some((cycle) => wasChargedAfter(books, cycle, canceledAt ?? 0))
      ? ["was charged after its end"]
      : []),
    ...(status === "past_due" && !isBehind(books, cycles)
      ? ["is past due, and no card was declined"]
      : []),
    ...(isEnded || ahead >= Math.min(3, last - subscription.cycle)
      ? []
      : [`has cycles up to ${subscription.materialized} after cycle ${subscription.cycle}`]),
    // A cycle waits while the charge of an earlier one is in flight, which is a finding of its own.
    ...(books.audited.isSettled === true && isCharging && left.every(isLeft)
      ? overdue.map(({ sequence }) => `has not charged cycle ${sequence}, which is due`)
      : [])
  ]
}

const wasChargedAfter = (books: Books, { id }: Cycle, end: number): boolean =>
  books
    .paymentsOfCycle(id)
    .some(
      ({ status, amount, created }) =>
        created > end &&
        BigInt(amount) > 0n &&
        (status === "succeeded" || status === "partially_refunded")
    )

const isBehind = (books: Books, cycles: ReadonlyArray<Cycle>): boolean =>
  cycles
    .filter((cycle) => cycle.status === "retrying" || cycle.dunning !== null)
    .some(({ id, restored = [] }) =>
      books
        .paymentsOfCycle(id)
        .some(
          (payment) =>
            isReturned(books, payment) ||
            restored.includes(payment.id) ||
            (payment.status === "declined" && !isBlameless(payment))
        )
    )
