import { Context, Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { Entropy } from "./Entropy.ts"

const entropyOf = (layer: Layer.Layer<Entropy>) =>
  Effect.runSync(
    Effect.scoped(Effect.map(Layer.build(layer), (context) => Context.get(context, Entropy)))
  )

describe("entropy", () => {
  it("is the same for the same seed, and another for another", () => {
    const [one, same, other] = ["a", "a", "b"].map((seed) => entropyOf(Entropy.seeded(seed)))
    const drawn = one?.bytes(100)
    expect(drawn).toStrictEqual(same?.bytes(100))
    expect(drawn).not.toStrictEqual(other?.bytes(100))
    expect(one?.fraction()).toBe(same?.fraction())
  })

  it("gives fractions from 0 up to 1 that fill the range evenly", () => {
    const { fraction } = entropyOf(Entropy.layer)
    const drawn = Array.from({ length: 10_000 }, fraction)
    expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true)
    const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.03)
  })

  it("never gives the same bytes twice", () => {
    const { bytes } = entropyOf(Entropy.layer)
    expect(bytes(32)).not.toStrictEqual(bytes(32))
  })
})
