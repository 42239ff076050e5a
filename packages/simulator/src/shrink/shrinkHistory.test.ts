import { describe, expect, it } from "vitest"
import { chooseHistory } from "../history/chooseHistory.ts"
import type { History } from "../history/History.ts"
import { shrinkHistory } from "./shrinkHistory.ts"

/** A history fails if a call is followed by a kill, not necessarily at once. */
const fails = async ({ steps }: History): Promise<boolean> => {
  const call = steps.findIndex(({ _tag }) => _tag === "Call")
  return call >= 0 && steps.slice(call).some(({ _tag }) => _tag === "Kill")
}

const failing = (): History => {
  const history = chooseHistory("2")
  return { ...history, steps: [...history.steps, { _tag: "Kill", process: 1 }] }
}

describe("the shortest failing history", () => {
  it("has only the steps that the failure needs, in their simplest form", async () => {
    const { history } = await shrinkHistory(failing(), fails)
    expect(history.steps.map(({ _tag }) => _tag)).toEqual(["Call", "Kill"])
    expect(history.steps[0]).toMatchObject({ process: 0, tenant: 0, key: null, repeats: 0 })
    expect(history.world).toMatchObject({ processes: 1, tenants: 1, interleaves: false })
    expect(history.world).toMatchObject({ consumes: false, works: false })
  })

  it("is the last one found when no more may be tried", async () => {
    const { history, tried } = await shrinkHistory(failing(), fails, 3)
    expect(tried).toBe(3)
    expect(await fails(history)).toBe(true)
  })

  it("is the given one if nothing shorter fails", async () => {
    const history = failing()
    const { history: same } = await shrinkHistory(history, async () => false)
    expect(same).toBe(history)
  })
})
