import { expect, it } from "vitest"
import { runMutations } from "./runMutations.ts"

it("the auditor finds each error in the erasure, and none in the engine as it is", async () => {
  const { mutations: tried, survivors, control } = await runMutations("--only", "erasures")
  expect([tried, survivors, control]).toEqual([5, [], []])
})
