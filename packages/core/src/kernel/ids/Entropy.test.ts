import { Context, Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { Entropy } from "./Entropy.ts"

const entropyOf = (layer: Layer.Layer<Entropy>) =>
  Effect.runSync(
    Effect.scoped(Effect.map(Layer.build(layer), (context) => Context.get(context, Entropy)))
  )

describe("entropy", () => {
  it("is the same for the same seed, and differs for another seed", () => {
    const [one, same, other] = ["a", "a", "b"].map((seed) => entropyOf(Entropy.seeded(seed)))
    const drawn = one?.bytes(100)
    expect(drawn).toStrictEqual(same?.bytes(100))
    expect(drawn).not.toStrictEqual(other?.bytes(100))
    expect(one?.fraction()).toBe(same?.fraction())
  })

  it("returns fractions from 0 up to 1, evenly distributed", () => {
    const { fraction } = entropyOf(Entropy.layer)
    const drawn = Array.from({ length: 10_000 }, fraction)
    expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true)
    const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.03)
  })

  it("never returns the same bytes twice", () => {
    const { bytes } = entropyOf(Entropy.layer)
    const drawn = Array.from({ length: 2000 }, () => bytes(32).join())
    expect(new Set(drawn).size).toBe(drawn.length)
  })

  it("returns the requested number of bytes, all of them filled", () => {
    const { bytes } = entropyOf(Entropy.layer)
    for (const length of [0, 1, 8191, 8192, 8193, 200_000]) {
      const drawn = bytes(length)
      expect(drawn.length).toBe(length)
      // The odds of 32 zero bytes in a row are 1 in 2 to the 256th.
      for (let at = 0; at + 32 <= length; at += 32) {
        expect(drawn.subarray(at, at + 32).some((byte) => byte !== 0)).toBe(true)
      }
    }
  })

  it("returns bytes that the next draw does not change", () => {
    const { bytes } = entropyOf(Entropy.layer)
    const first = bytes(32)
    const before = first.slice()
    Array.from({ length: 1000 }, () => bytes(32))
    expect(first).toStrictEqual(before)
  })
})
