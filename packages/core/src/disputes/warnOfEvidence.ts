import { Effect, Option } from "effect"
import { done } from "../jobs/schedule.ts"
import { check } from "../storage/Change.ts"
import type { Stored } from "../storage/Collection.ts"
import type { Job } from "../storage/Job.ts"
import { Storage } from "../storage/Storage.ts"
import { currentSetting } from "../tenants/accountSettings.ts"
import { DisputeCollection, tellDispute } from "./Dispute.ts"

/** The job of a dispute that asks for evidence: tells three days before that can't be given. */
export const warnOfEvidence = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const found = yield* storage.get(job.scope, DisputeCollection, job.row.subject)
  if (Option.isNone(found)) return yield* storage.commit(done(job))
  const setting = yield* currentSetting(job.scope)
  yield* storage.commit([
    ...done(job),
    check(DisputeCollection, found.value),
    ...tellDispute(setting, "dispute.evidence_due_soon", found.value)
  ])
})
