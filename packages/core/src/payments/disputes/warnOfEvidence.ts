import { Effect, Option } from "effect"
import { removeJob } from "../../platform/jobs/scheduleJob.ts"
import { update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { currentCommitContext } from "../../platform/tenants/accountSettings.ts"
import { DisputeCollection, recordDisputeEvent } from "./Dispute.ts"

/** Runs the job of a dispute that asks for evidence: warns three days before the deadline. */
export const warnOfEvidence = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const found = yield* storage.get(job.scope, DisputeCollection, job.row.subject)
  if (Option.isNone(found)) return yield* storage.commit(removeJob(job))
  const commit = yield* currentCommitContext(job.scope)
  const row = { ...found.value.row, warnedOf: found.value.row.evidenceDueBy }
  yield* storage.commit([
    ...removeJob(job),
    update(DisputeCollection, found.value, row),
    ...recordDisputeEvent(commit, "dispute.evidence_due_soon", updated(found.value, row))
  ])
})
