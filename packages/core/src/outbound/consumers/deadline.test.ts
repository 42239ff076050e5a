import { expect, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { withDeadline } from "./deadline.ts"

const secondMs = 1000

it.effect("each effect under a deadline has the whole time from its own beginning", () =>
  Effect.gen(function* () {
    const ended: Array<readonly [string, number, boolean]> = []
    const all = withDeadline(5 * secondMs, (deadline) => {
      const run = (name: string, afterMs: number, effect: Effect.Effect<unknown>) =>
        Effect.gen(function* () {
          yield* Effect.sleep(afterMs)
          const exit = yield* deadline(effect)
          const at = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
          ended.push([name, at / secondMs, exit !== null && Exit.isSuccess(exit)])
        })
      return Effect.all(
        [
          run("hangs", 0, Effect.never),
          run("takes 4 s", 3 * secondMs, Effect.sleep(4 * secondMs)),
          run("hangs, later", 4 * secondMs, Effect.never),
          run("takes 6 s", 4 * secondMs, Effect.sleep(6 * secondMs)),
          run("takes no time", 20 * secondMs, Effect.void)
        ],
        { concurrency: "unbounded" }
      )
    })
    const fiber = yield* Effect.forkChild(all)
    yield* TestClock.adjust(30 * secondMs)
    yield* Fiber.join(fiber)
    expect(ended).toEqual([
      ["hangs", 5, false],
      ["takes 4 s", 7, true],
      ["hangs, later", 9, false],
      ["takes 6 s", 9, false],
      ["takes no time", 20, true]
    ])
  })
)

it.effect("a failure under a deadline is not reported as a timeout", () =>
  Effect.gen(function* () {
    const exit = yield* withDeadline(secondMs, (deadline) => deadline(Effect.fail("broken")))
    expect(exit).toEqual(Exit.fail("broken"))
  })
)
