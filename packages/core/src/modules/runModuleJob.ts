import { Effect } from "effect"
import { misused } from "../kernel/primitives/misused.ts"
import { postponeJob, removeJob } from "../platform/jobs/scheduleJob.ts"
import type { Change } from "../platform/storage/Change.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import { type Job, JobCollection } from "../platform/storage/Job.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { currentCommitContext } from "../platform/tenants/accountSettings.ts"
import type { ModuleJob, ModuleJobResult } from "./ModuleJob.ts"
import type { ModuleNames } from "./ModuleNames.ts"
import { dueTime } from "./moduleJobChanges.ts"
import { openContext } from "./openContext.ts"
import { runInModule } from "./runInModule.ts"

/** Runs a job of a module. Its changes and its end, or its next time, are one commit. */
export const runModuleJob = (names: ModuleNames, { kind, run }: ModuleJob) =>
  Effect.fnUntraced(function* (job: Stored<Job>) {
    const storage = yield* Storage
    const commit = yield* currentCommitContext(job.scope)
    const opened = openContext(names, commit, storage)
    const result = yield* runInModule(names.name, () => run(opened.context, job.row.subject))
    if (typeof result !== "object" || result === null) {
      return misused(`The job ${kind} must return { changes }, { again } or {}.`)
    }
    const { changes = [], again: asked } = result satisfies ModuleJobResult
    const decided = opened.changes(changes)
    const again = asked ?? ownTime(job, decided)
    yield* storage.commit([
      ...decided.filter((change) => !isOn(job, change)),
      ...(again === undefined
        ? removeJob(job)
        : [postponeJob(job, dueTime(kind, again, commit.now + shortestPauseMs))])
    ])
  })

/** A job that runs again at once would take the time of others, so it pauses. */
const shortestPauseMs = 1000

const isOn = ({ row }: Stored<Job>, { collection, ...change }: Change): boolean =>
  collection.name === JobCollection.name && row.id === ("row" in change ? change.row.id : change.id)

/** A job may schedule itself by the context instead of `again`. */
const ownTime = (job: Stored<Job>, changes: ReadonlyArray<Change>): number | undefined => {
  const own = changes.find((change) => isOn(job, change))
  return own?._tag === "Update" ? (own.row as Job).dueAt : undefined
}
