import type { Job } from "@payloom/core"
import { Effect } from "effect"
import { Refused } from "../../frame/refusals.ts"
import type { Room } from "../../Room.ts"
import type { JobRow, JobsView } from "./JobsView.ts"

const mostJobs = 100
const dayMs = 86_400_000

/** A job that begins so much later than it is due is late. The first page counts by it, too. */
const lateAfterMs = 300_000

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
        return {
          data: jobs.slice(0, mostJobs).map(({ row }) => rowOf(row, now)),
          isMore: jobs.length > mostJobs,
          now
        }
      }
    }
  ],
  acts: []
}

const rowOf = ({ id, kind, subject, dueAt, leasedUntil, failures }: Job, now: number): JobRow => ({
  ...{ id, kind, subject, dueAt, failures },
  state:
    leasedUntil !== null && leasedUntil > now
      ? "running"
      : dueAt > now
        ? "planned"
        : dueAt < now - lateAfterMs
          ? "late"
          : "due"
})
