import { expect, it } from "vitest"
import { mutatedSources } from "./seededMutations.ts"
import { mutations } from "./tryMutations.ts"

it("each mutation has a name of its own and fits the engine's source", () => {
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length)
  expect(mutations.length).toBeGreaterThanOrEqual(100)
  expect(mutatedSources(mutations).size).toBeGreaterThan(30)
})

it("a mutation that no longer fits the source is refused by name", () => {
  const [first] = mutations
  if (first === undefined) throw new Error("There are no mutations.")
  expect(() => mutatedSources([{ ...first, at: "«gone»" }])).toThrow(
    `${first.name} no longer fits ${first.file}: change its text.`
  )
})
