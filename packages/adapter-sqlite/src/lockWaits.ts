import Database from "better-sqlite3"
import { Effect } from "effect"

/**
 * Whether SQLite refused because another connection holds a lock. Nothing was done then, and the
 * same may be tried again.
 */
export const isLocked = (cause: unknown): boolean =>
  cause instanceof Database.SqliteError && cause.code.startsWith("SQLITE_BUSY")

const firstWaitsMs = [1, 2, 5, 10]
const furtherWaitMs = 20

/** How long to wait before trying again what was refused so many times, in milliseconds. */
export const waitMsAfter = (refusals: number): number => firstWaitsMs[refusals - 1] ?? furtherWaitMs

/** The wait for another connection's lock took longer than it may. */
export class LockedTooLong extends Error {
  constructor(limitMs: number, cause: unknown) {
    super(`another connection has held the database's lock for over ${limitMs} ms`, { cause })
  }
}

/**
 * Runs what may meet another connection's lock, and tries again while it does, up to a limit.
 * SQLite itself would wait with the event loop standing still; this waits by a timer. It is one of
 * the system's, whatever clock the engine goes by: the other process goes by none other.
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
