import { describe, expect, it } from "vitest"
import { unreached } from "./coverage/Coverage.ts"
import type { RunChanges } from "./ground/openGround.ts"
import { writtenTest, writtenTimeline } from "./report/writtenRun.ts"
import type { Run } from "./run/Run.ts"
import { runHistory } from "./run/runHistory.ts"
import { runSeed, shortenRun, simulate } from "./simulate.ts"
import { forgettingJobs } from "./testing/forgettingJobs.ts"

describe("a longer simulation", () => {
  it("finds no error, and reaches most transitions and operations", async () => {
    const { failed, coverage } = await simulate({ seeds: 24, seed: 1000 })
    expect(failed.map(writtenTimeline)).toEqual([])
    const { transitions, operations } = unreached(coverage)
    expect(transitions.length).toBeLessThan(115)
    expect(operations.length).toBeLessThan(95)
  })
})

const firstFailing = async (options: RunChanges): Promise<Run> => {
  for (let seed = 1; seed <= 100; seed++) {
    const run = await runSeed(`${seed}`, options)
    if (run.findings.length > 0) return run
  }
  throw new Error("The bug was not found in 100 seeds.")
}

describe("a bug that is planted into the engine", () => {
  it("is found, and shortened to a history of a few steps", async () => {
    const options = { between: forgettingJobs("carry_out_modification") }
    const first = await firstFailing(options)
    const shortest = await shortenRun(first, options)
    expect(shortest.findings.join()).toContain("lacks the job carry_out_modification")
    expect(shortest.history.steps.length).toBeLessThanOrEqual(6)
    expect(shortest.history.steps.length).toBeLessThan(first.history.steps.length)
    expect(shortest.history.steps.map((step) => step._tag)).toContain("Call")
    expect((await runHistory(shortest.history)).findings).toEqual([])
    expect(writtenTest(shortest.history)).toContain("expect((await runHistory(history)).findings)")
  })
})

describe("a job that the engine forgets", () => {
  it.each(["expire_authorization", "expire_payment"] as const)("is found: %s", async (kind) => {
    const { findings } = await firstFailing({ between: forgettingJobs(kind) })
    expect(findings.join()).toContain(`lacks the job ${kind}`)
  })
})

describe("a biased seed", () => {
  it("reaches the fault at a commit that it names", async () => {
    const goal = "payments.create 2 dies_after"
    const { coverage } = await simulate({ seeds: 0 })
    expect(unreached(coverage).transitions.length).toBeGreaterThan(50)
    const runs = await Promise.all(["1", "2", "3", "4"].map((seed) => runSeed(`${seed}~${goal}`)))
    expect(runs.some((run) => run.coverage.faults.has(goal))).toBe(true)
  })
})
