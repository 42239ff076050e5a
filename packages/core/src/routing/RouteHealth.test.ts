import { describe, expect, it } from "vitest"
import { afterResult, approvalRate, isHealthy, type RouteResult } from "./RouteHealth.ts"

type History = Parameters<typeof afterResult>[0]

const fresh: History = { results: [], openUntil: 0 }

/** The history after some results, one every 10 ms. */
const after = (results: ReadonlyArray<RouteResult>, from = 1_000_000, before = fresh): History =>
  results.reduce((history, result, n) => afterResult(history, result, from + n * 10), before)

const times = (count: number, result: RouteResult): ReadonlyArray<RouteResult> =>
  Array.from({ length: count }, () => result)

const now = 1_000_200

describe("the breaker of a merchant account", () => {
  it("is closed while nothing is known", () => {
    expect(isHealthy(fresh, 0)).toBe(true)
  })

  it("stays closed below ten calls, though all of them failed", () => {
    expect(isHealthy(after(times(9, "failed")), now)).toBe(true)
  })

  it("opens at the tenth call where half of them failed, for 30 seconds", () => {
    const open = after([...times(5, "approved"), ...times(5, "failed")])
    const openedAt = 1_000_090
    expect(isHealthy(open, openedAt)).toBe(false)
    expect(isHealthy(open, openedAt + 29_999)).toBe(false)
    expect(isHealthy(open, openedAt + 30_000)).toBe(true)
  })

  it("stays closed where fewer than half failed, and declines are no failures", () => {
    expect(isHealthy(after([...times(6, "declined"), ...times(5, "failed")]), now)).toBe(true)
    expect(isHealthy(after(times(30, "declined")), now)).toBe(true)
  })

  it("forgets failures after a minute", () => {
    const old = after(times(9, "failed"))
    expect(isHealthy(afterResult(old, "failed", now + 60_001), now + 60_001)).toBe(true)
  })

  it("opens again at the first failure of its trial", () => {
    const open = after(times(10, "failed"))
    const trialAt = open.openUntil
    const again = afterResult(open, "failed", trialAt)
    expect(isHealthy(again, trialAt)).toBe(false)
    expect(again.openUntil).toBe(trialAt + 30_000)
  })

  it("closes at the first answer of its trial, with a clean sheet", () => {
    for (const answer of ["approved", "declined"] as const) {
      const open = after(times(10, "failed"))
      const closed = afterResult(open, answer, open.openUntil)
      expect(isHealthy(closed, open.openUntil)).toBe(true)
      const once = afterResult(closed, "failed", open.openUntil + 1)
      expect(isHealthy(once, open.openUntil + 1)).toBe(true)
    }
  })

  it("closes at an answer that was under way when it opened", () => {
    const open = after(times(10, "failed"))
    const answered = afterResult(open, "approved", open.openUntil - 1)
    expect(isHealthy(answered, open.openUntil - 1)).toBe(true)
  })

  it("remembers fifty results and no more", () => {
    expect(after(times(200, "approved")).results).toHaveLength(50)
  })
})

describe("the approval rate", () => {
  it("is the approved among the answered, leaning to a half while there are few", () => {
    expect(approvalRate(fresh)).toBe(0.5)
    expect(approvalRate(after(["approved"]))).toBeCloseTo(2 / 3)
    expect(approvalRate(after(times(48, "approved")))).toBeCloseTo(49 / 50)
    expect(approvalRate(after([...times(24, "approved"), ...times(24, "declined")]))).toBe(0.5)
  })

  it("leaves out calls that failed", () => {
    expect(approvalRate(after([...times(3, "failed"), "approved"]))).toBeCloseTo(2 / 3)
  })
})
