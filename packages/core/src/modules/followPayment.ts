import { Effect } from "effect"
import { paymentCodec } from "../payments/charges/Payment.ts"
import { postponeJob, removeJob } from "../platform/jobs/scheduleJob.ts"
import type { EngineModule } from "../platform/modules/EngineModule.ts"
import { remove } from "../platform/storage/Change.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import type { Job } from "../platform/storage/Job.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { currentCommitContext } from "../platform/tenants/accountSettings.ts"
import type { Module } from "./Module.ts"
import { openContext } from "./openContext.ts"
import { runFollowers } from "./runFollowers.ts"
import { UnfollowedMoveCollection } from "./UnfollowedMove.ts"

/** The job that follows payments later. */
export const followingModule = (modules: ReadonlyArray<Module>): EngineModule => ({
  name: "following",
  collections: [],
  services: {},
  routes: [],
  tags: {},
  events: {},
  jobs: { follow_payment: { lane: "upkeep", run: followPayment(modules) } },
  followers: []
})

/**
 * Follows the first of a payment's changes that a module's follower failed on. The job belongs to
 * the module and the payment, so that later changes cost nothing while an earlier one fails.
 */
const followPayment = (modules: ReadonlyArray<Module>) =>
  Effect.fnUntraced(function* (job: Stored<Job>) {
    const storage = yield* Storage
    const { scope } = job
    const [move, next] = yield* storage.page(scope, UnfollowedMoveCollection, {
      where: { queue: job.row.subject },
      order: "asc",
      limit: 2
    })
    if (move === undefined) return yield* storage.commit(removeJob(job))
    const module = modules.find(({ name }) => name === move.row.module)
    if (module === undefined) {
      return yield* Effect.die(new Error(`This engine has no module ${move.row.module}.`))
    }
    const commit = yield* currentCommitContext(scope)
    const { before, after } = move.row
    const change = {
      before: before === null ? null : paymentCodec.fromBody(before),
      after: paymentCodec.fromBody(after)
    }
    const opened = openContext(module.names, commit, storage)
    const followed = yield* runFollowers(module, opened, change)
    yield* storage.commit([
      ...followed,
      remove(UnfollowedMoveCollection, move),
      ...(next === undefined ? removeJob(job) : [postponeJob(job, commit.now)])
    ])
  })
