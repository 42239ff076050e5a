import { coreParts, type Storage } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { chooseHistory } from "./history/chooseHistory.ts"
import { leftOut, operations } from "./operations/operations.ts"
import { writtenTimeline } from "./report/writtenRun.ts"
import { runHistory } from "./run/runHistory.ts"
import { runSeed, simulate } from "./simulate.ts"

describe("a simulation", () => {
  it("finds no error in a few seeds, and counts calls and time", async () => {
    const { seeds, failed, calls, simulatedMs } = await simulate({ seeds: 5, seed: 8 })
    expect(failed.map(writtenTimeline)).toEqual([])
    expect(seeds).toBe(5)
    expect(calls).toBeGreaterThan(60)
    expect(simulatedMs).toBeGreaterThan(5 * 12 * 86_400_000)
  })

  it("runs the same history in the same way", async () => {
    const history = chooseHistory("2")
    const first = await runHistory(history)
    const copy = JSON.parse(JSON.stringify(history)) as typeof history
    expect(writtenTimeline(await runHistory(copy))).toBe(writtenTimeline(first))
    expect(writtenTimeline(await runSeed("9"))).not.toBe(writtenTimeline(first))
  })

  it("is a finding with its timeline if it takes more real time than its limit", async () => {
    let commits = 0
    const hanging = (storage: Storage["Service"]): Storage["Service"] => ({
      ...storage,
      commit: (changes) => {
        commits += 1
        return commits > 12 ? Effect.never : storage.commit(changes)
      }
    })
    const run = await runSeed("2", { between: hanging, limitMs: 4000 })
    expect(run.findings).toContain("The run did not end within 4000 ms of real time.")
    expect(run.timeline.length).toBeGreaterThan(0)
    expect(run.history).toEqual(chooseHistory("2"))
  })

  it("begins no seed after its minutes", async () => {
    expect(await simulate({ seeds: 1000, minutes: 1e-9 })).toMatchObject({ seeds: 1 })
  })
})

describe("the operations of a simulation", () => {
  it("are all operations of the engine, except for those that are left out with a reason", () => {
    const all = Object.entries(coreParts.services).flatMap(([service, { operations }]) =>
      Object.keys(operations).map((name) => `${service}.${name}`)
    )
    const own = Object.keys(operations).filter((name) => !name.startsWith("bank."))
    expect([...own, ...Object.keys(leftOut)].toSorted()).toEqual(all.toSorted())
  })
})
