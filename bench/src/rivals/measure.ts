import { type Batch, type Comparison, compare } from "../rounds.ts"
import type { RivalProcess } from "./RivalProcess.ts"

/** Payloom beside a rival. A ratio is Payloom's rate divided by the rival's. */
export interface Speed {
  /** Lifecycles of one caller: a hold, its capture and a refund. In microseconds. */
  readonly alone: Comparison
  /** The same of 16 concurrent callers. */
  readonly with16: Comparison
  /** Jobs that do nothing, added by 16 callers who wait for theirs. Null if it has none. */
  readonly jobs: Comparison | null
}

/** The first number of an order. It is a price too, so it is more than the refund. */
const firstOrder = 1000

/** Returns a batch of a process. Each order and job gets a new number. */
const batches = (process: RivalProcess, counter: { next: number }) => ({
  of: (does: "lifecycles" | "jobs", callers: number): Batch => {
    let first = 0
    return {
      prepare: async (count) => {
        first = counter.next
        counter.next += count
        if (does === "lifecycles") {
          await process.ask({ does: "preparations", first, count, callers })
        }
      },
      run: async (count) => void (await process.ask({ does, first, count, callers }))
    }
  }
})

const rounds = 5

/** Measures two processes in alternating rounds, after a warm-up of both. */
export const measureSpeed = async (
  payloom: RivalProcess,
  rival: RivalProcess,
  { count, hasJobs }: { readonly count: number; readonly hasJobs: boolean }
): Promise<Speed> => {
  const counter = { next: firstOrder }
  const ours = batches(payloom, counter)
  const theirs = batches(rival, counter)
  const side = (does: "lifecycles" | "jobs", callers: number, each: number) =>
    compare(ours.of(does, callers), theirs.of(does, callers), {
      rounds,
      count: each,
      warmUp: each
    })
  const with16 = await side("lifecycles", 16, count * 3)
  const alone = await side("lifecycles", 1, count)
  const jobs = hasJobs ? await side("jobs", 16, count * 5) : null
  return { alone, with16, jobs }
}
