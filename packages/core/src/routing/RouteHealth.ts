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
  /** The time until which no charge is sent. After it, one trial decides. */
  readonly openUntil: Millis
}

const fresh: History = { results: [], openUntil: 0 }

/** Returns true if charges may be sent on a MID with this history. */
export const isHealthy = (history: History, now: Millis): boolean => !isOpen(history, now)

/** A time further ahead than a breaker can be open was recorded before the clock was set back. */
const isOpen = ({ openUntil }: History, now: Millis): boolean =>
  now < openUntil && openUntil - now <= openMs

/**
 * Adds a result to a history. The breaker opens for 30 s if at least half of ten or more calls
 * within a minute failed technically. After that, one failure opens it again, and one answer closes
 * it.
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

/**
 * Returns the share of approvals among approvals and declines. With few results it is close to 0.5.
 */
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

/** The recent results of each MID in this process. They are lost when the process ends. */
export class RouteHealth extends Context.Service<
  RouteHealth,
  {
    /** False while the breaker is open, and while a trial decides whether it closes. */
    readonly isHealthy: (mid: string, now: Millis) => boolean
    /**
     * A rank among unhealthy MIDs: the lowest is charged first. A MID with a trial in progress is
     * last.
     */
    readonly unhealthiness: (mid: string) => number
    readonly approvalRate: (mid: string) => number
    readonly record: (mid: string, result: RouteResult, now: Millis) => void
    /**
     * Calls a MID at once if its breaker is closed. Otherwise calls are made one at a time and the
     * others wait. Returns none if the call's turn had not come before the given time.
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

    /** Makes a call while no other is made. Its result is recorded before the next call begins. */
    const alone = <A, E, R>(mid: string, call: Effect.Effect<A, E, R>) =>
      Effect.ensuring(
        Effect.suspend(() => {
          tried.add(mid)
          return call
        }),
        Effect.sync(() => tried.delete(mid))
      )

    /**
     * Waits for the call's turn. Once the breaker has closed, all waiting calls are made at once.
     */
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
      Effect.suspend(() =>
        isClosed(of(mid)) ? Effect.asSome(call) : afterWaiting(mid, before, call)
      )

    const afterWaiting = <A, E, R>(mid: string, before: Millis, call: Effect.Effect<A, E, R>) =>
      Effect.gen(function* () {
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

/** The result of waiting for a turn. */
type Turn<A> =
  | { readonly _tag: "Taken"; readonly answer: A }
  | { readonly _tag: "NotNeeded" }
  | { readonly _tag: "NeverCame" }
