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
 * The daily job of an account: `card.expiring_soon` for saved cards whose last month ends within 30
 * days, once for each card and expiry. One run is one page and one commit, with the cards that were
 * told marked in it, so they are on no later page; while there are more, the job is due again at
 * once, behind what else is due.
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
