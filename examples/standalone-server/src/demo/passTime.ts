import { setTimeout as pause } from "node:timers/promises"
import { JobCollection, type Payloom, type Scope } from "@payloom/core"
import { everyRow } from "@payloom/testkit"
import { Effect, Option } from "effect"
import type { DemoClock } from "./demoClock.ts"

/** Lets time pass from now until a moment, with all that happens by then. */
export type PassTime = (until: (now: number) => number) => Promise<void>

/** Whose time passes. */
export interface PassTimeOptions {
  readonly clock: DemoClock
  readonly payloom: Payloom
  /** Of whose jobs those under way are waited for. */
  readonly scope: Scope
  /** Whether a provider is being asked, by a job or by whoever waits for the answer. */
  readonly isCharging: () => boolean
}

/** No worker holds a job for longer. */
const longestLeaseMs = 60_000
const lookEveryMs = 20
/** What is not done by then, in real time, is left to the workers. */
const patienceMs = 30_000

/**
 * Has an engine live through the time that its clock is moved by: from job to job, each run when it
 * falls due. The engine's own workers go on meanwhile; what they have begun is finished first, so
 * that it happens in its time. Who asks while time passes waits for their turn.
 */
export const passTimeOf = ({ clock, payloom, scope, isCharging }: PassTimeOptions): PassTime => {
  const { storage } = payloom.services
  const nextDue = async () =>
    Option.getOrElse(await Effect.runPromise(storage.nextDue()), () => Number.POSITIVE_INFINITY)
  const isLeased = async () => {
    const jobs = await Effect.runPromise(everyRow(storage, scope, JobCollection))
    return jobs.some(({ leasedUntil }) => leasedUntil !== null && leasedUntil > clock.now())
  }
  /** When the next job is due, once none is being done. */
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
