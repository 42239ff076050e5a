import { setTimeout as pause } from "node:timers/promises"
import { JobCollection, type Payloom, type Scope } from "@payloom/core"
import { everyRow } from "@payloom/testkit"
import { Effect } from "effect"
import type { AheadClock } from "./aheadClock.ts"
import type { Client } from "./client.ts"
import type { Crew } from "./crew.ts"

const lookEveryMs = 250
/** Nothing happens for so long: all that is left waits for its time. */
const stuckMs = 1500
/** What is due later is about the end of a hold, of a session or of a month, not of this trial. */
const soonMs = 1_200_000

/** A trial whose trouble is over. */
export interface Settling {
  /** An engine on the same database, which runs nothing itself. */
  readonly payloom: Payloom
  readonly scope: Scope
  readonly client: Client
  readonly crew: Pick<Crew, "moveAhead">
  readonly clock: AheadClock
  /** How long all that is under way is waited for, in milliseconds. */
  readonly patienceMs: number
  readonly onProgress: (share: number, text: string) => void
}

/**
 * Until every request is answered and no job is due soon. Where all that is left waits for its
 * time, the time of all processes is moved ahead to that.
 */
export const untilSettled = async (settling: Settling): Promise<void> => {
  const { payloom, scope, client, crew, clock, patienceMs, onProgress } = settling
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
    onProgress(1, `${client.unanswered.size} to be answered, ${open.length} to be done`)
    const now = JSON.stringify([client.unanswered.size, open])
    if (before !== now) movedAt = performance.now()
    before = now
    if (performance.now() - movedAt > stuckMs) {
      const next = Math.min(...open.map((job) => Math.max(job.dueAt, job.leasedUntil ?? 0)))
      clock.moveTo(Math.max(next, clock.now() + 1000))
      crew.moveAhead(clock.now() - Date.now())
      movedAt = performance.now()
    }
    await pause(lookEveryMs)
  }
}
