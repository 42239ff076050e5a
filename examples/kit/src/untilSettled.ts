import { setTimeout as pause } from "node:timers/promises"
import { JobCollection, type Payloom, type Scope } from "@payloom/core"
import { everyRow } from "@payloom/testkit"
import { Effect } from "effect"
import type { AheadClock } from "./aheadClock.ts"
import type { Client } from "./client.ts"
import type { Crew } from "./crew.ts"

const lookEveryMs = 250
/** The time without progress after which the clock is moved to the next due job. */
const stuckMs = 1500
/** The clock is moved this far past the next job, so that jobs soon after it run at once. */
const leapMs = 120_000

/** A trial after its faults have ended. */
export interface Settling {
  /** An engine on the same database. It has no workers. */
  readonly payloom: Payloom
  readonly scope: Scope
  readonly client: Client
  readonly crew: Pick<Crew, "moveAhead">
  readonly clock: AheadClock
  /** The longest wait for work in flight, in milliseconds. */
  readonly patienceMs: number
  /**
   * The time from now within which jobs are awaited, in milliseconds. Later jobs end
   * authorizations, sessions or months. The default is 20 minutes.
   */
  readonly soonMs?: number
  readonly onProgress: (share: number, text: string) => void
}

/**
 * Waits until every request is answered and no job is due soon. If all jobs wait for a later time,
 * the clocks of all processes are moved to it.
 */
export const untilSettled = async (settling: Settling): Promise<void> => {
  const { payloom, scope, client, crew, clock, patienceMs, onProgress } = settling
  const { soonMs = 1_200_000 } = settling
  const { storage } = payloom.services
  const giveUpAt = performance.now() + patienceMs
  const end = clock.now() + soonMs
  let before = ""
  let movedAt = performance.now()
  while (performance.now() < giveUpAt) {
    await Promise.all([...client.unanswered].map(client.ask))
    const jobs = await Effect.runPromise(everyRow(storage, scope, JobCollection))
    const open = jobs.filter(({ dueAt }) => dueAt < end)
    const left = client.unanswered.size + open.length
    if (left === 0) return
    onProgress(1, `${client.unanswered.size} requests and ${open.length} jobs are left`)
    const now = JSON.stringify([client.unanswered.size, open])
    if (before !== now) movedAt = performance.now()
    before = now
    if (performance.now() - movedAt > stuckMs) {
      const next = Math.min(...open.map((job) => Math.max(job.dueAt, job.leasedUntil ?? 0)))
      clock.moveTo(Math.max(next, clock.now()) + leapMs)
      crew.moveAhead(clock.now() - Date.now())
      movedAt = performance.now()
    }
    await pause(lookEveryMs)
  }
}
