import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { StartRefused } from "@payloom/example-kit/StartRefused"
import { type Clock, Effect } from "effect"

/** The machine's time, and ahead of that what the demo shop has moved it on by. */
export interface DemoClock extends Clock.Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Moves it on to a moment; it never goes back. */
  readonly moveTo: (moment: number) => void
}

/**
 * The clock of an engine on the sandbox, where no money moves: never one for real payments. How far
 * it is ahead stands in a file beside the database, which is full of rows of that time. There is no
 * file while nobody moves it, and it is then the machine's.
 */
export const demoClock = (file: string): DemoClock => {
  const machine = Effect.runSync(Effect.clockWith(Effect.succeed))
  let aheadMs = existsSync(file) ? readAhead(file) : 0
  const now = () => machine.currentTimeMillisUnsafe() + aheadMs
  const nanos = () => machine.currentTimeNanosUnsafe() + BigInt(aheadMs) * 1_000_000n
  return {
    now,
    moveTo: (moment) => {
      const leapMs = Math.ceil(moment - now())
      if (leapMs <= 0) return
      // Kept first: a process that dies right here must not find itself before its own rows.
      keep(file, aheadMs + leapMs)
      aheadMs += leapMs
    },
    sleep: (duration) => machine.sleep(duration),
    currentTimeMillisUnsafe: now,
    currentTimeNanosUnsafe: nanos,
    monotonicTimeNanosUnsafe: () => machine.monotonicTimeNanosUnsafe(),
    currentTimeMillis: Effect.sync(now),
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanos: machine.monotonicTimeNanos
  }
}

const readAhead = (file: string): number => {
  const aheadMs = Number(readFileSync(file, "utf8"))
  if (Number.isSafeInteger(aheadMs) && aheadMs >= 0) return aheadMs
  throw new StartRefused(`${file} is damaged: it says how many milliseconds the demo is ahead.`)
}

const keep = (file: string, aheadMs: number): void => {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, String(aheadMs))
  renameSync(draft, file)
}
