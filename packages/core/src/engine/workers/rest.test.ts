import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import { makeRest } from "./rest.ts"

const run = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.runPromise(Effect.provide(effect, TestClock.layer()))

it("a job is followed by a rest of three times its duration", async () => {
  const rest = makeRest()
  const lefts = await run(
    Effect.gen(function* () {
      const before = yield* rest.left
      const running = yield* Effect.forkChild(rest.around(Effect.sleep(20)))
      yield* TestClock.adjust(10)
      const during = yield* rest.left
      yield* TestClock.adjust(10)
      yield* Fiber.join(running)
      const after = yield* rest.left
      yield* TestClock.adjust(60)
      return [before, during, after, yield* rest.left]
    })
  )
  expect(lefts).toEqual([0, Number.POSITIVE_INFINITY, 60, 0])
})

it("a job that fails is followed by a rest too, of at most five seconds", async () => {
  const rest = makeRest()
  const left = await run(
    Effect.gen(function* () {
      const failing = Effect.andThen(Effect.sleep(60_000), Effect.die("broken"))
      const running = yield* Effect.forkChild(Effect.exit(rest.around(failing)))
      yield* TestClock.adjust(60_000)
      yield* Fiber.join(running)
      return yield* rest.left
    })
  )
  expect(left).toBe(5000)
})
