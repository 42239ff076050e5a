import { Effect } from "effect"
import { postponeJob, removeJob } from "../platform/jobs/scheduleJob.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import type { Job } from "../platform/storage/Job.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { currentCommitContext } from "../platform/tenants/accountSettings.ts"
import type { ModuleJob, ModuleJobResult } from "./ModuleJob.ts"
import type { ModuleNames } from "./ModuleNames.ts"
import { misused } from "./misused.ts"
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
    const { changes = [], again } = result satisfies ModuleJobResult
    yield* storage.commit([
      ...opened.changes(changes),
      ...(again === undefined ? removeJob(job) : [postponeJob(job, again)])
    ])
  })
