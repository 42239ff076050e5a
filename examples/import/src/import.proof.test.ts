import { hasPostgres } from "@payloom/testkit/postgres"
import { describe, expect, it } from "vitest"
import { runTrial } from "./trial.ts"

const foundAfter = async (isPostgres: boolean): Promise<void> => {
  const { due, double, missed, cardsMissing, takenOver, stops, examples } = await runTrial({
    subscriptions: 300,
    stops: 4,
    isPostgres,
    onProgress: () => undefined
  })
  const found = { double, missed, cardsMissing, examples }
  expect(found).toEqual({ double: 0, missed: 0, cardsMissing: 0, examples: [] })
  expect(stops).toBe(4)
  expect(due).toBeGreaterThan(300)
  expect(takenOver).toBeGreaterThan(250)
}

const on = hasPostgres ? "" : " (PostgreSQL is not installed here)"

describe("an account that moves from Stripe while the import is killed", () => {
  it("has each due charge once, at one of both sides, and all its cards", () => foundAfter(false))

  it.skipIf(!hasPostgres)(`has them on PostgreSQL too${on}`, () => foundAfter(true))
})
