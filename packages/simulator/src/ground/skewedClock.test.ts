import { manualClock } from "@payloom/testkit"
import { Clock, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { mortalClock } from "./skewedClock.ts"

describe("the clock of a process", () => {
  it("wakes the loops of the process until it dies, and never again", async () => {
    const base = manualClock("2026-01-31T12:00:00.000Z")
    let isDead = false
    let rounds = 0
    const round = Effect.andThen(
      Effect.sleep(1000),
      Effect.sync(() => {
        rounds += 1
      })
    )
    const clock = mortalClock(base, () => isDead)
    Effect.runFork(Effect.provideService(Effect.forever(round), Clock.Clock, clock))
    await base.advance(10_000)
    expect(rounds).toBe(10)
    isDead = true
    await base.advance(3_600_000)
    expect(rounds).toBe(10)
    expect(base.sleeping()).toBe(0)
  })
})
