import { Context, Layer } from "effect"
import type { Millis } from "../values/Timestamp.ts"

/** How a call on a MID went: for its breaker a technical failure, for its rate the rest. */
export type RouteResult = "approved" | "declined" | "failed"

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
export const isHealthy = (history: History, now: Millis): boolean => now >= history.openUntil

/**
 * The history after one more result. The breaker opens for 30 s when at least half of ten or more
 * calls within a minute failed technically; after that one failure opens it again, and one answer
 * closes it.
 */
export const afterResult = (history: History, result: RouteResult, now: Millis): History => {
  const wasTrial = history.openUntil > 0 && now >= history.openUntil
  const answered = result !== "failed"
  const results = [...(wasTrial && answered ? [] : history.results), { result, at: now }].slice(
    -windowSize
  )
  if (answered) return { results, openUntil: 0 }
  const opens = wasTrial || trips(results, now)
  return { results, openUntil: opens ? now + openMs : history.openUntil }
}

const trips = (results: History["results"], now: Millis): boolean => {
  const recent = results.filter(({ at }) => now - at <= windowMs)
  const failures = recent.filter(({ result }) => result === "failed").length
  return recent.length >= breakerMinCalls && failures * 2 >= recent.length
}

/** The share of approved among answered charges, leaning to a half while there are few. */
export const approvalRate = (history: History): number => {
  const approved = history.results.filter(({ result }) => result === "approved").length
  const answered = history.results.filter(({ result }) => result !== "failed").length
  return (approved + 1) / (answered + 2)
}

/** What this process has lately seen of each MID; it starts afresh with the process. */
export class RouteHealth extends Context.Service<
  RouteHealth,
  {
    readonly isHealthy: (mid: string, now: Millis) => boolean
    readonly approvalRate: (mid: string) => number
    readonly record: (mid: string, result: RouteResult, now: Millis) => void
  }
>()("@payloom/core/routing/RouteHealth") {
  static readonly layer = Layer.sync(RouteHealth, () => {
    const histories = new Map<string, History>()
    const of = (mid: string) => histories.get(mid) ?? fresh
    return {
      isHealthy: (mid, now) => isHealthy(of(mid), now),
      approvalRate: (mid) => approvalRate(of(mid)),
      record: (mid, result, now) => {
        histories.set(mid, afterResult(of(mid), result, now))
      }
    }
  })
}
