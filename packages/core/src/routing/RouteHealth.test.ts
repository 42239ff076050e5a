import { Deferred, Effect, Fiber, Option } from "effect"
import { describe, expect, it } from "vitest"
import {
  afterResult,
  approvalRate,
  failureRate,
  isHealthy,
  RouteHealth,
  type RouteResult
} from "./RouteHealth.ts"

type History = Parameters<typeof afterResult>[0]

const fresh: History = { results: [], openUntil: 0 }

/** Returns the history after some results, one every 10 ms. */
const after = (results: ReadonlyArray<RouteResult>, from = 1_000_000, before = fresh): History =>
  results.reduce((history, result, n) => afterResult(history, result, from + n * 10), before)

const times = (count: number, result: RouteResult): ReadonlyArray<RouteResult> =>
  Array.from({ length: count }, () => result)

const now = 1_000_200

describe("the breaker of a merchant account", () => {
  it("is closed without any results", () => {
    expect(isHealthy(fresh, 0)).toBe(true)
  })

  it("stays closed below ten calls, even if all failed", () => {
    expect(isHealthy(after(times(9, "failed")), now)).toBe(true)
  })

  it("opens for 30 seconds at the tenth call if half of them failed", () => {
    const open = after([...times(5, "approved"), ...times(5, "failed")])
    const openedAt = 1_000_090
    expect(isHealthy(open, openedAt)).toBe(false)
    expect(isHealthy(open, openedAt + 29_999)).toBe(false)
    expect(isHealthy(open, openedAt + 30_000)).toBe(true)
  })

  it("stays closed if fewer than half failed, and does not count declines as failures", () => {
    expect(isHealthy(after([...times(6, "declined"), ...times(5, "failed")]), now)).toBe(true)
    expect(isHealthy(after(times(30, "declined")), now)).toBe(true)
  })

  it("forgets failures after a minute", () => {
    const old = after(times(9, "failed"))
    expect(isHealthy(afterResult(old, "failed", now + 60_001), now + 60_001)).toBe(true)
  })

  it("closes and forgets its failures if the clock is set back by an hour", () => {
    const earlier = now - 3_600_000
    expect(isHealthy(after(times(10, "failed")), earlier)).toBe(true)
    const failing = after(times(9, "failed"))
    expect(isHealthy(afterResult(failing, "failed", earlier), earlier)).toBe(true)
    const reopened = afterResult(after(times(10, "failed")), "failed", earlier)
    expect(reopened.openUntil).toBe(earlier + 30_000)
  })

  it("opens again if its trial fails", () => {
    const open = after(times(10, "failed"))
    const trialAt = open.openUntil
    const again = afterResult(open, "failed", trialAt)
    expect(isHealthy(again, trialAt)).toBe(false)
    expect(again.openUntil).toBe(trialAt + 30_000)
  })

  it("closes and forgets its failures if its trial is answered", () => {
    for (const answer of ["approved", "declined"] as const) {
      const open = after(times(10, "failed"))
      const closed = afterResult(open, answer, open.openUntil)
      expect(isHealthy(closed, open.openUntil)).toBe(true)
      const once = afterResult(closed, "failed", open.openUntil + 1)
      expect(isHealthy(once, open.openUntil + 1)).toBe(true)
    }
  })

  it("closes at the answer of a call that was in flight when it opened", () => {
    const open = after(times(10, "failed"))
    const answered = afterResult(open, "approved", open.openUntil - 1)
    expect(isHealthy(answered, open.openUntil - 1)).toBe(true)
  })

  it("remembers at most fifty results", () => {
    expect(after(times(200, "approved")).results).toHaveLength(50)
  })
})

describe("the approval rate", () => {
  it("is the share of approvals among answers, close to 0.5 for few answers", () => {
    expect(approvalRate(fresh)).toBe(0.5)
    expect(approvalRate(after(["approved"]))).toBeCloseTo(2 / 3)
    expect(approvalRate(after(times(48, "approved")))).toBeCloseTo(49 / 50)
    expect(approvalRate(after([...times(24, "approved"), ...times(24, "declined")]))).toBe(0.5)
  })

  it("does not count failed calls", () => {
    expect(approvalRate(after([...times(3, "failed"), "approved"]))).toBeCloseTo(2 / 3)
  })
})

describe("the failure rate", () => {
  it("is the share of technical failures among the last calls, and 0 without any", () => {
    expect(failureRate(fresh)).toBe(0)
    expect(failureRate(after([...times(3, "failed"), "approved"]))).toBe(0.75)
    expect(failureRate(after(times(4, "declined")))).toBe(0)
  })
})

describe("calls on a merchant account", () => {
  const mid = "mid_1"

  /** A call that ends when the test ends it. */
  const opened = Effect.gen(function* () {
    const health = yield* RouteHealth
    const begun: Array<number> = []
    const calls = yield* Effect.forEach([0, 1, 2], () => Deferred.make<RouteResult>())
    const call = (n: number) =>
      Effect.gen(function* () {
        begun.push(n)
        const result = yield* Deferred.await(calls[n] as (typeof calls)[number])
        health.record(mid, result, Date.now())
        return n
      })
    const end = (n: number, result: RouteResult) =>
      Deferred.succeed(calls[n] as (typeof calls)[number], result)
    const fibers = (before: number) =>
      Effect.forEach([0, 1, 2], (n) =>
        Effect.forkChild(health.inTurn(mid, before, call(n)), { startImmediately: true })
      )
    const fail = () => {
      for (let n = 0; n < 10; n++) health.record(mid, "failed", Date.now())
    }
    return { health, begun, end, fibers, fail }
  })

  const run = <A>(test: Effect.Effect<A, never, RouteHealth>) =>
    Effect.runPromise(Effect.provide(test, RouteHealth.layer))

  const hourMs = 3_600_000
  const turns = Effect.promise(() => new Promise(setImmediate))

  it("run in parallel while its breaker is closed", () =>
    run(
      Effect.gen(function* () {
        const { begun, fibers, end } = yield* opened
        const all = yield* fibers(Date.now() + hourMs)
        expect(begun).toEqual([0, 1, 2])
        for (const n of begun) yield* end(n, "approved")
        expect(yield* Fiber.joinAll(all)).toEqual([0, 1, 2].map(Option.some))
      })
    ))

  it("run one at a time while its breaker isn't closed, the next after a failure", () =>
    run(
      Effect.gen(function* () {
        const { begun, fibers, end, fail } = yield* opened
        fail()
        const all = yield* fibers(Date.now() + hourMs)
        expect(begun).toEqual([0])
        yield* end(0, "failed")
        yield* turns
        expect(begun).toEqual([0, 1])
        yield* end(1, "failed")
        yield* turns
        yield* end(2, "failed")
        expect(yield* Fiber.joinAll(all)).toEqual([0, 1, 2].map(Option.some))
      })
    ))

  it("all start as soon as one was answered", () =>
    run(
      Effect.gen(function* () {
        const { begun, fibers, end, fail } = yield* opened
        fail()
        const all = yield* fibers(Date.now() + hourMs)
        yield* end(0, "declined")
        yield* turns
        yield* turns
        expect(begun).toEqual([0, 1, 2])
        for (const n of [1, 2]) yield* end(n, "approved")
        expect(yield* Fiber.joinAll(all)).toHaveLength(3)
      })
    ))

  it("are not made if their turn does not come in time", () =>
    run(
      Effect.gen(function* () {
        const { begun, fibers, end, fail } = yield* opened
        fail()
        const [first, second, third] = yield* fibers(Date.now() + 5)
        expect(yield* Fiber.join(second as typeof first & {})).toEqual(Option.none())
        expect(yield* Fiber.join(third as typeof first & {})).toEqual(Option.none())
        expect(begun).toEqual([0])
        yield* end(0, "approved")
        expect(yield* Fiber.join(first as typeof first & {})).toEqual(Option.some(0))
      })
    ))

  it("stop waiting when they are interrupted", () =>
    run(
      Effect.gen(function* () {
        const { begun, fibers, end, fail } = yield* opened
        fail()
        const [first, second, third] = yield* fibers(Date.now() + hourMs)
        yield* Fiber.interrupt(second as typeof first & {})
        yield* end(0, "failed")
        yield* turns
        expect(begun).toEqual([0, 2])
        yield* end(2, "failed")
        yield* Fiber.join(third as typeof first & {})
      })
    ))

  it("make the account unhealthy for others during their trial, and the last to be charged", () =>
    run(
      Effect.gen(function* () {
        const { health, fibers, end, fail } = yield* opened
        fail()
        const later = Date.now() + 30_000
        expect(health.isHealthy(mid, later)).toBe(true)
        expect(health.unhealthiness(mid)).toBe(1)
        const all = yield* fibers(Date.now() + hourMs)
        expect(health.isHealthy(mid, later)).toBe(false)
        expect(health.unhealthiness(mid)).toBe(2)
        for (const n of [0, 1, 2]) yield* end(n, "approved")
        yield* Fiber.joinAll(all)
        expect(health.isHealthy(mid, later)).toBe(true)
        expect(health.unhealthiness(mid)).toBeLessThan(1)
      })
    ))
})
