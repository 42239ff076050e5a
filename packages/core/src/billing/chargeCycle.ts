import { Effect, Option } from "effect"
import { CustomerCollection, type CustomerRecord } from "../cards/customers/Customer.ts"
import { agreementOn } from "../cards/saved/Agreement.ts"
import {
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord
} from "../cards/saved/PaymentInstrument.ts"
import { idBounds } from "../kernel/ids/Moment.ts"
import { dayMs } from "../kernel/primitives/durations.ts"
import { AttemptCollection } from "../payments/charges/Attempt.ts"
import { instrumentCharge } from "../payments/charges/instrumentCharge.ts"
import { newPayment } from "../payments/charges/newPayment.ts"
import type { PaymentRecord } from "../payments/charges/Payment.ts"
import { runCharge } from "../payments/charges/runCharge.ts"
import type { OpenedPayment } from "../payments/charges/startCharge.ts"
import { startCharge } from "../payments/charges/startCharge.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import { recordEvent } from "../platform/events/recordEvent.ts"
import { type Change, check, update, updated } from "../platform/storage/Change.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import { JobCollection } from "../platform/storage/Job.ts"
import { readTogether } from "../platform/storage/readTogether.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { loadRoutes } from "../routing/loadRoutes.ts"
import { type BillingMove, type BillingRows, moved } from "./BillingRows.ts"
import {
  BillingCycleCollection,
  type BillingCycleRecord,
  shownCycle
} from "./cycles/BillingCycle.ts"
import { SubscriptionCollection } from "./subscriptions/Subscription.ts"
import { chargeOf } from "./Terms.ts"
import { chargeFailed, cyclePaid, markCharging } from "./transitions/cycleOutcomes.ts"

/** The due charge of a subscription, with its card. */
interface DueCharge {
  readonly commit: CommitContext
  readonly rows: BillingRows
  readonly cycle: Stored<BillingCycleRecord>
  readonly instrument: Stored<PaymentInstrumentRecord>
  readonly customer: CustomerRecord | null
}

/**
 * Charges a cycle: the first one as the customer's own payment, later ones as the merchant's. The
 * commit that opens the charge sets the cycle to `charging`. The commit that settles the charge
 * moves the subscription. A rebill on a card with too many declines is not sent, and `passUnused`
 * decides.
 */
export const chargeCycle = Effect.fnUntraced(function* (
  commit: CommitContext,
  rows: BillingRows,
  cycle: Stored<BillingCycleRecord>,
  passUnused: BillingMove | null
) {
  const storage = yield* Storage
  const { due, routes } = yield* loadDue(commit, rows, cycle)
  const triesLeft = isRebill(rows) ? yield* schemeTriesLeft(due) : mostDeclines
  const isCapped = triesLeft === 0
  if (isCapped && passUnused !== null) {
    return yield* storage.commit(moved(commit, rows, passUnused).changes)
  }
  const payment = paymentFor(due)
  // Only a card can be checked. A mandate has no check.
  if (payment.type === "verify" && due.instrument.row.card === null) {
    return yield* storage.commit([
      check(PaymentInstrumentCollection, due.instrument),
      ...moved(commit, rows, paidUnchecked(due)).changes
    ])
  }
  const started = yield* startCharge(
    instrumentCharge({
      commit,
      payment,
      instrument: due.instrument.row,
      customer: due.customer,
      idempotencyRecord: null
    }),
    routes,
    {
      engineDecline: isCapped ? declinedTooOften : null,
      ...(isRebill(rows) ? { mostAttempts: triesLeft } : {}),
      allowsStepUp: false,
      record: null,
      instrument: due.instrument,
      changes: (opened) => [
        check(PaymentInstrumentCollection, due.instrument),
        ...(opened.attempt === null ? declinedAtOnce(due, opened) : charging(due, payment))
      ]
    }
  )
  if (started.inFlight !== null) yield* runCharge(started.inFlight)
})

const loadDue = Effect.fnUntraced(function* (
  commit: CommitContext,
  rows: BillingRows,
  cycle: Stored<BillingCycleRecord>
) {
  const storage = yield* Storage
  const { scope, now } = commit
  const { paymentInstrument, customer } = rows.subscription.row
  const [instrument, payer, routes] = yield* readTogether(
    storage.get(scope, PaymentInstrumentCollection, paymentInstrument),
    storage.get(scope, CustomerCollection, customer),
    loadRoutes(scope, now)
  )
  const due: DueCharge = {
    commit,
    rows,
    cycle,
    instrument: yield* Effect.orDie(Effect.fromOption(instrument)),
    customer: Option.getOrNull(payer)?.row ?? null
  }
  return { due, routes }
})

const paidUnchecked = ({ rows, cycle: { row } }: DueCharge): BillingMove =>
  cyclePaid(rows, { ...markCharging(row, null), attemptCount: row.attemptCount })

const isRebill = ({ subscription }: BillingRows): boolean =>
  subscription.row.status !== "pending_first_payment"

const paymentFor = ({ commit, rows, cycle, instrument }: DueCharge): PaymentRecord => {
  const { terms, customer } = rows.subscription.row
  const amount = chargeOf(terms, cycle.row)
  // A card that the subscription was moved to has no agreement yet. This charge starts one.
  const goesOn = isRebill(rows) && agreementOn(instrument.row, "recurring") !== null
  return {
    ...newPayment(commit, {
      type: typeOf(rows, amount),
      storedCredential: goesOn ? null : { usage: "recurring" },
      amount,
      currency: terms.currency,
      customer,
      checkoutSession: null
    }),
    paymentInstrument: instrument.row.id,
    billingCycle: cycle.row.id
  }
}

const typeOf = (rows: BillingRows, amount: bigint): PaymentRecord["type"] => {
  if (isRebill(rows)) return "subscription_rebill"
  return amount === 0n ? "verify" : "subscription_initial"
}

/** The changes of the cycle when its charge opens. Fails for a worker that lost its lease. */
const charging = (due: DueCharge, payment: PaymentRecord): ReadonlyArray<Change> => {
  const { rows, cycle } = due
  const { job, subscription } = rows
  const after = markCharging(cycle.row, payment.id)
  return [
    update(BillingCycleCollection, cycle, after),
    check(SubscriptionCollection, subscription),
    ...(job === null ? [] : [check(JobCollection, job)]),
    ...(isOverdue(due)
      ? recordEvent(due.commit, "alert.cycle_overdue", updated(cycle, after), shownCycle)
      : [])
  ]
}

/** The charge was declined at once: by risk, or because no account can take it. */
const declinedAtOnce = (due: DueCharge, opened: OpenedPayment): ReadonlyArray<Change> => {
  const { commit, rows, cycle } = due
  const payment = opened.payment.row
  const move = chargeFailed(rows, markCharging(cycle.row, payment.id), payment, commit.now)
  const { sequence } = cycle.row
  const overdue = isOverdue(due) ? [{ type: "alert.cycle_overdue" as const, sequence }] : []
  return moved(commit, rows, { ...move, alerts: [...overdue, ...(move.alerts ?? [])] }).changes
}

/** True for a cycle that nobody charged until its period was over, which is alerted. */
const isOverdue = ({ commit, cycle }: DueCharge): boolean => {
  const { status, dueAt, periodEnd } = cycle.row
  // A cycle that waited for an earlier unpaid one was not overlooked.
  return status === "scheduled" && commit.now > periodEnd && periodEnd > dueAt
}

/** The number of declines of one card that the schemes allow within these days. */
const mostDeclines = 15
const declinesWithinMs = 30 * dayMs

const declinedTooOften = {
  code: "limit_exceeded",
  category: "soft",
  rawCode: "scheme_retry_cap"
} as const

/** Returns how many more attempts on this card the schemes allow. All declined ones count. */
const schemeTriesLeft = Effect.fnUntraced(function* ({ commit, instrument }: DueCharge) {
  const { card } = instrument.row
  if (card === null) return mostDeclines
  const storage = yield* Storage
  const { scope, now } = commit
  const declines = yield* storage.page(scope, AttemptCollection, {
    where: { cardDeclined: card.fingerprint },
    idFrom: idBounds("attempt", now - declinesWithinMs).first,
    order: "desc",
    limit: mostDeclines
  })
  return mostDeclines - declines.length
})
