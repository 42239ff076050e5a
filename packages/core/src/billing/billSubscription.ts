import { Effect, Option } from "effect"
import { currentMoment } from "../kernel/ids/Moment.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import { postponeJob, removeJob } from "../platform/jobs/scheduleJob.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import type { Job } from "../platform/storage/Job.ts"
import { readTogether } from "../platform/storage/readTogether.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { accountSettings } from "../platform/tenants/accountSettings.ts"
import {
  type BillingRows,
  isUpToDate,
  loadBilling,
  loadCharge,
  moved,
  unpaidCycle
} from "./BillingRows.ts"
import { chargeCycle } from "./chargeCycle.ts"
import { nextBillingAction } from "./nextBillingAction.ts"
import { nextBillingTime } from "./nextBillingTime.ts"
import { SubscriptionCollection } from "./subscriptions/Subscription.ts"

/**
 * Runs the job of a subscription: one due action a run. The commit of the action sets the job to
 * the next billing time. After a charge, the commit that settles it does so.
 */
export const billSubscription = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const found = yield* storage.get(job.scope, SubscriptionCollection, job.row.subject)
  if (Option.isNone(found)) return yield* storage.commit(removeJob(job))
  const subscription = found.value
  // Nearly every run is a charge, which needs one cycle only.
  const [account, next] = yield* readTogether(
    accountSettings(job.scope),
    isUpToDate(subscription.row) ? loadCharge(subscription, job) : Effect.succeed(null)
  )
  const { settings } = account.row
  const moment = yield* currentMoment
  const commit: CommitContext = {
    ...moment,
    scope: job.scope,
    apiVersion: settings.serviceVersion
  }
  const decided = (rows: BillingRows) => ({
    rows,
    step: nextBillingAction(rows, commit.now, settings)
  })
  const charge = next === null ? null : decided(next)
  const { rows, step } =
    charge?.step._tag === "Charge" ? charge : decided(yield* loadBilling(subscription, job))
  switch (step._tag) {
    case "Rest":
      return yield* storage.commit(atRest(rows, job, commit.now))
    case "Move":
      return yield* storage.commit(moved(commit, rows, step.move).changes)
    case "Charge":
      return yield* chargeCycle(commit, rows, step.cycle, step.passUnused)
  }
})

const atRest = (rows: BillingRows, job: Stored<Job>, now: number) => {
  const at = nextBillingTime(rows.subscription.row, unpaidCycle(rows)?.row ?? null, now)
  return at === null ? removeJob(job) : [postponeJob(job, at)]
}
