import type { Effect } from "effect"
import type { Stored } from "../storage/Collection.ts"
import type { Job } from "../storage/Job.ts"

/**
 * The queue of a job. Each lane has slots of its own, so slow jobs of one lane don't delay the
 * other. Payments wait for the jobs of `money`.
 */
export type Lane = "money" | "upkeep"

/** A kind of job. */
export interface JobDeclaration<Running = Effect.Effect<unknown, unknown, unknown>> {
  readonly lane: Lane
  /** Runs the job. Commits its end, or its next time, with its effect. */
  readonly run: (job: Stored<Job>) => Running
  /** Milliseconds to wait after the `failures`th failure in a row. */
  readonly backOffMs?: (failures: number) => number
  /**
   * True for long work in many short jobs, such as an erasure. A worker runs one such job at a
   * time, and rests after it, so that requests have most of the process and of the database.
   */
  readonly rests?: boolean
}

/** The slots of a lane. `upkeep` has a quarter of those of `money`, and at least two. */
export const placesIn = (lane: Lane, workerConcurrency: number): number =>
  lane === "money" ? workerConcurrency : Math.max(2, Math.ceil(workerConcurrency / 4))
