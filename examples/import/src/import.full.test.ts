import { describe, expect, it } from "vitest"
import { runTrial } from "./trial.ts"

describe("an account that moves from Stripe while the import is killed", () => {
  it("has each due charge once, at one of both sides", async () => {
    const { due, double, missed, takenOver, stops, examples } = await runTrial({
      subscriptions: 300,
      stops: 4,
      onProgress: () => undefined
    })
    expect({ double, missed, examples }).toEqual({ double: 0, missed: 0, examples: [] })
    expect(stops).toBe(4)
    expect(due).toBeGreaterThan(300)
    expect(takenOver).toBeGreaterThan(250)
  })
})
