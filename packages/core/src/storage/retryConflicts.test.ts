import { Cause, Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { retryConflicts } from "./retryConflicts.ts"
import { CommitConflict } from "./Storage.ts"

describe("a row that too many fight over", () => {
  it("is given up after ten tries, with a word of what was fought over", () => {
    let tries = 0
    const decide = Effect.suspend(() => {
      tries += 1
      return Effect.fail(new CommitConflict({ reason: "stale", collection: "payments", key: "x" }))
    })
    const exit = Effect.runSyncExit(retryConflicts(decide))
    expect(tries).toBe(10)
    expect(Exit.isFailure(exit) && Cause.pretty(exit.cause)).toContain("payments")
  })
})
