import { Effect } from "effect"
import { nextMidnight } from "../../kernel/primitives/nextMidnight.ts"
import { postponeJob } from "../../platform/jobs/scheduleJob.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { currentCommitContext } from "../../platform/tenants/accountSettings.ts"
import { monthsEndingSoon } from "./cardExpiry.ts"
import { changedCard } from "./changedCard.ts"
import { PaymentInstrumentCollection } from "./PaymentInstrument.ts"

const batch = 100

/**
 * Runs the daily job of an account that records `card.expiring_soon` for saved cards that expire
 * within 30 days, once for each card and expiry date. One run handles one page in one commit. The
 * commit also marks the announced cards, so they are on no later page. If there may be more, the
 * job is due again at once, after the other jobs that are due.
 */
export const announceExpiries = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const commit = yield* currentCommitContext(job.scope)
  const expiry = monthsEndingSoon(commit.now)
  const expiring =
    expiry.length === 0
      ? []
      : yield* storage.page(job.scope, PaymentInstrumentCollection, {
          where: { expiry },
          order: "asc",
          limit: batch
        })
  const isMore = expiring.length === batch
  yield* storage.commit([
    ...expiring.flatMap((stored) =>
      changedCard(commit, "card.expiring_soon", stored, { ...stored.row, expiryAnnounced: true })
    ),
    postponeJob(job, isMore ? commit.now : nextMidnight(commit.now))
  ])
})
