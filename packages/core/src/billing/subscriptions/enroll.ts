import type { PaymentId } from "../../kernel/primitives/PublicId.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import type { EventType } from "../../platform/events/EventRecord.ts"
import { scheduleJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, insert, inserted } from "../../platform/storage/Change.ts"
import { type BillingRows, completedMove, recordSubscriptionEvent } from "../BillingRows.ts"
import { BillingCycleCollection, type BillingCycleRecord } from "../cycles/BillingCycle.ts"
import { nextBillingTime } from "../nextBillingTime.ts"
import { cyclePaid, markCharging } from "../transitions/cycleOutcomes.ts"
import { type Enrollment, type NewSubscription, newSubscription } from "./newSubscription.ts"
import { SubscriptionCollection, type SubscriptionRecord } from "./Subscription.ts"

/** The rows of a new subscription, and its events. */
export const enroll = (
  commit: CommitContext,
  { subscription, cycles }: NewSubscription,
  tells: ReadonlyArray<EventType> = []
): ReadonlyArray<Change> => {
  const stored = inserted(commit.scope, subscription)
  return [
    insert(commit.scope, SubscriptionCollection, subscription),
    ...cycles.map((cycle) => insert(commit.scope, BillingCycleCollection, cycle)),
    ...(["subscription.created", ...tells] as const).flatMap((type) =>
      recordSubscriptionEvent(commit, type, stored)
    )
  ]
}

/** A new subscription whose first cycle is paid. */
interface EnrolledPaid {
  readonly subscription: SubscriptionRecord
  readonly cycle: BillingCycleRecord
  readonly changes: ReadonlyArray<Change>
}

/**
 * Creates a subscription whose first charge was just paid, in the commit that settles that charge.
 */
export const enrollPaid = (
  commit: CommitContext,
  enrolment: Enrollment,
  payment: PaymentId
): EnrolledPaid => {
  const { scope, now } = commit
  const made = newSubscription(commit, enrolment)
  const rows: BillingRows = {
    subscription: inserted(scope, made.subscription),
    cycles: made.cycles.map((one) => inserted(scope, one)),
    job: null
  }
  const [first, ...others] = made.cycles
  const move = cyclePaid(rows, markCharging(first, payment))
  const { subscription, tells } = completedMove(commit, move)
  const cycle = move.cycles?.[0] ?? first
  const due = nextBillingTime(subscription, others[0] ?? null, now)
  return {
    subscription,
    cycle,
    changes: [
      ...enroll(commit, { subscription, cycles: [cycle, ...others] }, tells),
      ...(due === null ? [] : [scheduleJob(commit, "bill_subscription", subscription.id, due)])
    ]
  }
}
