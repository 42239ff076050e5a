import { type Job, lateAfterMs, waitingKinds } from "@payloom/core"
import { Effect } from "effect"
import { Refused } from "../../frame/refusals.ts"
import type { Room } from "../../Room.ts"
import type { JobRow, JobsView } from "./JobsView.ts"

const mostJobs = 100
const dayMs = 86_400_000

/** The choices of jobs, and up to what time each lists those that are due. */
const dueBefore: Readonly<Record<string, (now: number) => number>> = {
  "": (now) => now + dayMs,
  due: (now) => now,
  late: (now) => now - lateAfterMs
}

/** The jobs that are due first. Jobs after the next day are not listed. */
export const jobsRoom: Room = {
  reads: [
    {
      path: "/jobs",
      run: async ({ payloom, merchant: { scope }, query, now }): Promise<JobsView> => {
        const show = query.get("show") ?? ""
        const before = Object.hasOwn(dueBefore, show) ? dueBefore[show] : undefined
        if (before === undefined) {
          throw new Refused(400, "filter_invalid", "The filter show must be due or late.")
        }
        const { storage } = payloom.services
        const jobs = await Effect.runPromise(storage.dueJobs(scope, before(now), mostJobs + 1))
        const shown = jobs.slice(0, mostJobs).map(({ row }) => row)
        const kinds = shown.map(({ kind }) => kind)
        const held = await Effect.runPromise(waitingKinds(storage, kinds))
        return {
          data: shown.map((job) => rowOf(job, now, held.has(job.kind))),
          isMore: jobs.length > mostJobs,
          now
        }
      }
    }
  ],
  acts: []
}

const rowOf = (job: Job, now: number, isHeld: boolean): JobRow => {
  const { id, kind, subject, dueAt, failures } = job
  return { id, kind, subject, dueAt, failures, state: isHeld ? "held" : stateOf(job, now) }
}

const stateOf = ({ dueAt, leasedUntil }: Job, now: number): JobRow["state"] => {
  if (leasedUntil !== null && leasedUntil > now) return "running"
  if (dueAt > now) return "planned"
  return dueAt < now - lateAfterMs ? "late" : "due"
}
