import { expect, it } from "vitest"
import { runMutations } from "./runMutations.ts"

it("the auditor finds every third error, and none in the engine as it is", async () => {
  const { mutations, survivors, control } = await runMutations("--every", "3")
  expect(mutations).toBeGreaterThan(30)
  expect({ survivors, control }).toEqual({ survivors: [], control: [] })
})
