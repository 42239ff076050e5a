import { Clock, Context, Effect, Layer, Option, Semaphore } from "effect"
import type { Millis } from "../kernel/primitives/Timestamp.ts"

/**
 * How a call on a MID went. Technical failures count for its breaker. Approvals and declines count
 * for its approval rate. An answer about the request alone is `unjudged`: it counts for neither.
 */
export type RouteResult = "approved" | "declined" | "unjudged" | "failed"

const windowSize = 50
const windowMs = 60_000
const breakerMinCalls = 10
const openMs = 30_000

interface History {
  readonly results: ReadonlyArray<{ readonly result: RouteResult; readonly at: Millis }>
  /** Until when no charge is sent; then one trial decides. */
  readonly openUntil: Millis
}

const fresh: History = { results: [], openUntil: 0 }

/** Whether charges may be sent on a MID with this history. */
export const isHealthy = (history: History, now: Millis): boolean => !isOpen(history, now)

/** A moment further ahead than a breaker is ever open was noted before the clock was set back. */
const isOpen = ({ openUntil }: History, now: Millis): boolean =>
  now < openUntil && openUntil - now <= openMs

/**
 * The history after one more result. The breaker opens for 30 s when at least half of ten or more
 * calls within a minute failed technically; after that one failure opens it again, and one answer
 * closes it.
 */
export const afterResult = (history: History, result: RouteResult, now: Millis): History => {
  const wasTrial = history.openUntil > 0 && !isOpen(history, now)
  const answered = result !== "failed"
  const results = [...(wasTrial && answered ? [] : history.results), { result, at: now }].slice(
    -windowSize
  )
  if (answered) return { results, openUntil: 0 }
  const opens = wasTrial || trips(results, now)
  return { results, openUntil: opens ? now + openMs : history.openUntil }
}

const trips = (results: History["results"], now: Millis): boolean => {
  const recent = results.filter(({ at }) => Math.abs(now - at) <= windowMs)
  const failures = recent.filter(({ result }) => result === "failed").length
  return recent.length >= breakerMinCalls && failures * 2 >= recent.length
}

/** The share of approved among judged charges, leaning to a half while there are few. */
export const approvalRate = (history: History): number => {
  const approved = history.results.filter(({ result }) => result === "approved").length
  const declined = history.results.filter(({ result }) => result === "declined").length
  return (approved + 1) / (approved + declined + 2)
}

/** Returns the share of technical failures among the last calls, from 0 to 1. */
export const failureRate = ({ results }: History): number =>
  results.filter(({ result }) => result === "failed").length / Math.max(results.length, 1)

/** Returns true if the breaker is closed: neither open nor waiting for a trial. */
const isClosed = ({ openUntil }: History): boolean => openUntil === 0

/** What this process has lately seen of each MID; it starts afresh with the process. */
export class RouteHealth extends Context.Service<
  RouteHealth,
  {
    /** False while the breaker is open, and while a trial decides whether it closes. */
    readonly isHealthy: (mid: string, now: Millis) => boolean
    /** Orders MIDs that aren't healthy: the least is tried first. One being tried comes last. */
    readonly unhealthiness: (mid: string) => number
    readonly approvalRate: (mid: string) => number
    readonly record: (mid: string, result: RouteResult, now: Millis) => void
    /**
     * Makes a call on a MID at once while its breaker is closed. While it isn't, one call at a time
     * is made; the others wait in line. Answers none if the turn had not come before that moment.
     */
    readonly inTurn: <A, E, R>(
      mid: string,
      before: Millis,
      call: Effect.Effect<A, E, R>
    ) => Effect.Effect<Option.Option<A>, E, R>
  }
>()("@payloom/core/routing/RouteHealth") {
  static readonly layer = Layer.sync(RouteHealth, () => {
    const histories = new Map<string, History>()
    const of = (mid: string) => histories.get(mid) ?? fresh
    const lines = new Map<string, Semaphore.Semaphore>()
    const lineOf = (mid: string) => {
      const line = lines.get(mid) ?? Semaphore.makeUnsafe(1)
      lines.set(mid, line)
      return line
    }
    const tried = new Set<string>()

    /** Makes a call while no other is made; its result is recorded before the next one begins. */
    const alone = <A, E, R>(mid: string, call: Effect.Effect<A, E, R>) =>
      Effect.ensuring(
        Effect.suspend(() => {
          tried.add(mid)
          return call
        }),
        Effect.sync(() => tried.delete(mid))
      )

    /** Waits for the turn. Once the breaker has closed the line clears at once. */
    const inLine = <A, E, R>(mid: string, waitMs: number, call: Effect.Effect<A, E, R>) =>
      Effect.scoped(
        Effect.flatMap(
          Effect.timeoutOption(lineOf(mid).takeScoped(1), waitMs),
          (taken): Effect.Effect<Turn<A>, E, R> => {
            if (Option.isNone(taken)) return Effect.succeed({ _tag: "NeverCame" })
            return isClosed(of(mid))
              ? Effect.succeed({ _tag: "NotNeeded" })
              : Effect.map(alone(mid, call), (answer) => ({ _tag: "Taken", answer }))
          }
        )
      )

    const inTurn = <A, E, R>(mid: string, before: Millis, call: Effect.Effect<A, E, R>) =>
      Effect.gen(function* () {
        if (isClosed(of(mid))) return Option.some(yield* call)
        const waitMs = Math.max(before - (yield* Clock.currentTimeMillis), 0)
        const turn = yield* inLine(mid, waitMs, call)
        if (turn._tag === "NeverCame") return Option.none<A>()
        return Option.some(turn._tag === "Taken" ? turn.answer : yield* call)
      })

    return {
      isHealthy: (mid, now) => isHealthy(of(mid), now) && (isClosed(of(mid)) || !tried.has(mid)),
      unhealthiness: (mid) => failureRate(of(mid)) + (tried.has(mid) ? 1 : 0),
      approvalRate: (mid) => approvalRate(of(mid)),
      record: (mid, result, now) => {
        histories.set(mid, afterResult(of(mid), result, now))
      },
      inTurn
    }
  })
}

/** What waiting for a turn came to. */
type Turn<A> =
  | { readonly _tag: "Taken"; readonly answer: A }
  | { readonly _tag: "NotNeeded" }
  | { readonly _tag: "NeverCame" }
