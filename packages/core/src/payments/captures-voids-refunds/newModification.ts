import type { Moment } from "../../kernel/ids/Moment.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { leaseMs } from "../../platform/jobs/Leases.ts"
import { insertJob, newJob, scheduleJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, insert, inserted } from "../../platform/storage/Change.ts"
import type { AttemptRecord } from "../charges/Attempt.ts"
import { ModificationCollection, type ModificationRecord } from "./Modification.ts"

/** Returns a new capture, void, refund or increment of an attempt, before it is sent. */
export const newModification = (
  { id, now }: Moment,
  { id: attempt, payment, facts }: AttemptRecord,
  draft: Pick<ModificationRecord, "kind" | "purpose" | "amount"> & {
    readonly reason?: string | null
    readonly origin?: "provider"
    readonly failedTries?: number
    readonly keepsRest?: true
    readonly reversesSplits?: true
    readonly splits?: NonNullable<ModificationRecord["splits"]>
  }
): ModificationRecord => ({
  id: id(draft.kind),
  reason: null,
  ...draft,
  payment,
  attempt,
  status: "pending",
  currency: facts.currency,
  lastSentAt: null,
  providerReference: null,
  rawCode: null,
  created: now,
  settledAt: null
})

/** The changes that record it with the job that carries it out. */
export const insertPendingModification = (
  commit: CommitContext,
  row: ModificationRecord
): ReadonlyArray<Change> => [
  insert(commit.scope, ModificationCollection, row),
  scheduleJob(commit, "carry_out_modification", row.id, commit.now)
]

/** The changes that record it as being sent by this process, which also leases its job. */
export const insertLeasedModification = (commit: CommitContext, row: ModificationRecord) => {
  const { scope, now } = commit
  const sending: ModificationRecord = { ...row, lastSentAt: now }
  const job = newJob(commit, "carry_out_modification", row.id, now, now + leaseMs)
  return {
    modification: inserted(scope, sending),
    job,
    changes: [insert(scope, ModificationCollection, sending), insertJob(job)]
  }
}
