import { nextMidnight } from "../../kernel/primitives/nextMidnight.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { CommitContext } from "../events/CommitContext.ts"
import type { Stored } from "../storage/Collection.ts"
import type { Job } from "../storage/Job.ts"
import type { JobKind } from "./JobKind.ts"
import { newJob } from "./scheduleJob.ts"

type Recurring = Extract<JobKind, "announce_expiries">

/** The first due time of each job. After that, the job sets its next time itself. */
const firstDue: { readonly [Kind in Recurring]: (now: Millis) => Millis } = {
  announce_expiries: nextMidnight
}

/** Creates the permanent jobs of a new account. */
export const recurringJobs = (
  account: Pick<CommitContext, "scope" | "id" | "now">
): ReadonlyArray<Stored<Job>> =>
  Object.entries(firstDue).map(([kind, first]) =>
    newJob(account, kind as Recurring, account.scope.tenant, first(account.now))
  )
