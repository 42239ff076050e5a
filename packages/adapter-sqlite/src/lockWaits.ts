import Database from "better-sqlite3"
import { Effect } from "effect"

/**
 * Returns true if SQLite refused a call because another connection holds a lock. Nothing was done,
 * so it can be retried.
 */
export const isLocked = (cause: unknown): boolean =>
  cause instanceof Database.SqliteError && cause.code.startsWith("SQLITE_BUSY")

const firstWaitsMs = [1, 2, 5, 10]
const furtherWaitMs = 20

/** Returns the wait before the next try, in milliseconds. */
export const waitMsAfter = (refusals: number): number => firstWaitsMs[refusals - 1] ?? furtherWaitMs

/** The wait for another connection's lock exceeded its limit. */
export class LockedTooLong extends Error {
  constructor(limitMs: number, cause: unknown) {
    super(`another connection has held the database's lock for over ${limitMs} ms`, { cause })
  }
}

/**
 * Runs a database call, and retries it while another connection holds a lock, up to a limit.
 * SQLite's own wait would stop the event loop, so this waits by a timer. It uses the system's
 * clock, whatever clock the engine has, because the other process uses the system's clock too.
 */
export const tryingWhileLocked = <A, E>(
  attempt: () => A,
  limitMs: number,
  failure: (cause: unknown) => Effect.Effect<never, E>
): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(attempt())
    } catch (cause) {
      return isLocked(cause) ? tryingAgain(attempt, limitMs, failure) : failure(cause)
    }
  })

const tryingAgain = <A, E>(
  attempt: () => A,
  limitMs: number,
  failure: (cause: unknown) => Effect.Effect<never, E>
): Effect.Effect<A, E> =>
  Effect.callback((resume) => {
    const giveUpAt = performance.now() + limitMs
    let refusals = 1
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(tryOnce, waitMsAfter(refusals))
    }
    const tryOnce = () => {
      try {
        resume(Effect.succeed(attempt()))
      } catch (cause) {
        refusals += 1
        if (!isLocked(cause)) resume(failure(cause))
        else if (performance.now() >= giveUpAt) resume(failure(new LockedTooLong(limitMs, cause)))
        else wait()
      }
    }
    wait()
    return Effect.sync(() => clearTimeout(timer))
  })
