import { describe, expect, it } from "vitest"
import { providerContract } from "./providerContract.ts"
import { type SandboxShape, sandboxHarness, sandboxShapes } from "./testing/sandboxHarness.ts"

const shapes = await Promise.all(
  Object.keys(sandboxShapes).map(async (name) => {
    const shape = name as SandboxShape
    return { shape, rules: providerContract(await sandboxHarness(shape)) }
  })
)

for (const { shape, rules } of shapes) {
  describe(`providerContract: a provider ${shape}`, () => {
    for (const { name, run } of rules) it(name, run)
  })
}

describe("providerContract", () => {
  it("asks of a provider what that says that it can do, and no more", () => {
    const namesOf = (of: SandboxShape) =>
      shapes
        .find(({ shape }) => shape === of)
        ?.rules.map(({ name }) => name)
        .join("\n") ?? ""
    expect(namesOf("that can do everything")).toMatch(/refund of a part/)
    expect(namesOf("that can do little")).not.toMatch(/ a part|capture|void|payer/)
    expect(namesOf("that can't be asked")).not.toMatch(/found by/)
    expect(namesOf("that remembers no reference")).not.toMatch(/sent again/)
  })
})
