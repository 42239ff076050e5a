import { Effect } from "effect"
import { misused } from "../kernel/primitives/misused.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import type { JobKind } from "../platform/jobs/JobKind.ts"
import { findJob, removeJob, rescheduleJob, scheduleJob } from "../platform/jobs/scheduleJob.ts"
import type { Change } from "../platform/storage/Change.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import type { Job } from "../platform/storage/Job.ts"
import { Storage, type StoragePort } from "../platform/storage/Storage.ts"
import { isStorable } from "./isStorable.ts"
import type { ModuleChange, ModuleContext } from "./ModuleContext.ts"
import type { ModuleJob } from "./ModuleJob.ts"
import type { ModuleNames } from "./ModuleNames.ts"

type Own = (changes: ReadonlyArray<Change>) => ReadonlyArray<ModuleChange>

/** Returns the functions of a context that schedule jobs. */
export const jobChangesOf = (
  names: ModuleNames,
  commit: CommitContext,
  storage: StoragePort,
  own: Own
): Pick<ModuleContext, "schedule" | "unschedule"> => {
  const withJob = (
    { kind }: ModuleJob,
    subject: string,
    changes: (standing: Stored<Job> | null) => ReadonlyArray<Change>
  ) => {
    const changed = Effect.suspend(() => {
      names.requireJob({ kind })
      requireSubject(kind, subject)
      const standing = findJob(commit.scope, kind as JobKind, subject)
      return Effect.map(standing, (job) => own(changes(job)))
    })
    return Effect.runPromise(Effect.provideService(changed, Storage, storage))
  }
  return {
    schedule: (job, subject, dueAt) =>
      withJob(job, subject, (standing) => {
        const at = dueTime(job.kind, dueAt, commit.now)
        return [
          standing === null
            ? scheduleJob(commit, job.kind as JobKind, subject, at)
            : rescheduleJob(standing, at)
        ]
      }),
    unschedule: (job, subject) => withJob(job, subject, removeJob)
  }
}

/**
 * Returns the time of a job, not before the earliest. Jobs run in the order of their times, so jobs
 * of a time in the past would always run before the jobs of others.
 */
export const dueTime = (kind: string, dueAt: number, earliest: Millis): Millis => {
  if (typeof dueAt !== "number" || !Number.isSafeInteger(Math.ceil(dueAt))) {
    return misused(`The time of the job ${kind} must be in milliseconds since the epoch.`)
  }
  return Math.max(Math.ceil(dueAt), earliest)
}

const longestSubject = 255

const requireSubject = (kind: string, subject: unknown): void => {
  const isFit =
    typeof subject === "string" &&
    subject.length > 0 &&
    subject.length <= longestSubject &&
    isStorable(subject)
  if (!isFit) misused(`The subject of the job ${kind} must be a text of 1 to 255 characters.`)
}
