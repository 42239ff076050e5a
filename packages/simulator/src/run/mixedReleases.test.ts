import type { Storage } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { addedField } from "../ground/nextRelease.ts"
import { chooseHistory } from "../history/chooseHistory.ts"
import type { History } from "../history/History.ts"
import { writtenTimeline } from "../report/writtenRun.ts"
import { runHistory } from "./runHistory.ts"

const seeds = Array.from({ length: 200 }, (_, nth) => chooseHistory(`${nth}`))

/** Returns histories in which processes of two releases run side by side. */
const mixed = (isRaising: boolean): ReadonlyArray<History> =>
  seeds.filter(
    ({ world: { nextRelease, processes, consumes } }) =>
      processes > 1 && !consumes && nextRelease?.raises.length === (isRaising ? 1 : 0)
  )

/** Plants a bug: updates write only the fields that this release knows. */
const forgettingFields = (storage: Storage["Service"]): Storage["Service"] => ({
  ...storage,
  commit: (changes) =>
    storage.commit(
      changes.map((change) => {
        if (change._tag !== "Update") return change
        const { [addedField]: _, ...known } = { [addedField]: null, ...change.row }
        return { ...change, row: known }
      })
    )
})

describe("processes of two releases on one store", () => {
  it.each([
    ["whose rows have the same versions", false],
    ["of which the next one raises a version", true]
  ])("%s lose and double nothing", async (_, isRaising) => {
    for (const history of mixed(isRaising).slice(0, 3)) {
      const run = await runHistory(history)
      expect(run.findings, writtenTimeline(run)).toEqual([])
      expect(writtenTimeline(run)).toContain("the next release takes its place")
    }
  })

  it("keep fields that they don't know", async () => {
    const [history] = mixed(false)
    const { findings } = await runHistory(history as History, { between: forgettingFields })
    expect(findings.join()).toContain("lost a field of the next release")
  })
})
