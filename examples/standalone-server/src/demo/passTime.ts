import { setTimeout as pause } from "node:timers/promises"
import { JobCollection, type Payloom, type Scope } from "@payloom/core"
import { everyRow } from "@payloom/testkit"
import { Effect, Option } from "effect"
import type { DemoClock } from "./demoClock.ts"

/** Lets time pass until a time, and runs the jobs that fall due. */
export type PassTime = (until: (now: number) => number) => Promise<void>

/** The dependencies of passing time. */
export interface PassTimeOptions {
  readonly clock: DemoClock
  readonly payloom: Payloom
  /** The scope whose running jobs are awaited. */
  readonly scope: Scope
  /** Returns true while a call to a provider is in flight. */
  readonly isCharging: () => boolean
}

/** The longest lease of a worker. */
const longestLeaseMs = 60_000
const lookEveryMs = 20
/** The longest real time to wait. The workers do the remaining jobs. */
const patienceMs = 30_000

/**
 * Returns a function that moves an engine's clock from job to job, and runs each job when it falls
 * due. Jobs and charges in flight are finished first, so that they happen at their time. Concurrent
 * calls wait for each other.
 */
export const passTimeOf = ({ clock, payloom, scope, isCharging }: PassTimeOptions): PassTime => {
  const { storage } = payloom.services
  const nextDue = async () =>
    Option.getOrElse(await Effect.runPromise(storage.nextDue()), () => Number.POSITIVE_INFINITY)
  const isLeased = async () => {
    const jobs = await Effect.runPromise(everyRow(storage, scope, JobCollection))
    return jobs.some(({ leasedUntil }) => leasedUntil !== null && leasedUntil > clock.now())
  }
  /** Waits until nothing is in flight. Returns the time of the next job. */
  const atRest = async (giveUpAt: number): Promise<number> => {
    for (;;) {
      const due = await nextDue()
      const isAtWork = isCharging() || (due <= clock.now() + longestLeaseMs && (await isLeased()))
      if (!isAtWork || performance.now() > giveUpAt) return due
      await pause(lookEveryMs)
    }
  }
  const pass: PassTime = async (untilFrom) => {
    const giveUpAt = performance.now() + patienceMs
    const until = untilFrom(clock.now())
    for (;;) {
      const due = await atRest(giveUpAt)
      if (due > Math.max(until, clock.now()) || performance.now() > giveUpAt) break
      clock.moveTo(due)
      await payloom.runDue()
    }
    clock.moveTo(until)
  }
  let last: Promise<void> = Promise.resolve()
  return (until) => {
    const turn = last.then(() => pass(until))
    last = turn.catch(() => undefined)
    return turn
  }
}
