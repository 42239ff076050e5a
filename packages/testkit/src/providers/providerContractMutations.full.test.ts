import { describe, expect, it } from "vitest"
import { providerContract } from "./providerContract.ts"
import { breakdownMutations } from "./testing/mutations/breakdownMutations.ts"
import { chargeMutations } from "./testing/mutations/chargeMutations.ts"
import { evidenceMutations } from "./testing/mutations/evidenceMutations.ts"
import { holdMutations } from "./testing/mutations/holdMutations.ts"
import { listingMutations } from "./testing/mutations/listingMutations.ts"
import { lookupMutations } from "./testing/mutations/lookupMutations.ts"
import type { Mutations } from "./testing/mutations/Mutation.ts"
import { modificationMutations } from "./testing/mutations/modificationMutations.ts"
import { notificationMutations } from "./testing/mutations/notificationMutations.ts"
import { notifiedStateMutations } from "./testing/mutations/notifiedStateMutations.ts"
import { payerMutations } from "./testing/mutations/payerMutations.ts"
import { repeatMutations } from "./testing/mutations/repeatMutations.ts"
import { savedMethodMutations } from "./testing/mutations/savedMethodMutations.ts"
import { splitMutations } from "./testing/mutations/splitMutations.ts"
import { sandboxHarness } from "./testing/sandboxHarness.ts"
import { type SandboxShape, sandboxShapes } from "./testing/sandboxShapes.ts"

const mutations: Mutations = {
  ...chargeMutations,
  ...lookupMutations,
  ...evidenceMutations,
  ...listingMutations,
  ...modificationMutations,
  ...holdMutations,
  ...savedMethodMutations,
  ...splitMutations,
  ...payerMutations,
  ...repeatMutations,
  ...notificationMutations,
  ...notifiedStateMutations,
  ...breakdownMutations
}

/** The messages that `assert` makes itself are no sentences. They continue with a difference. */
const sentence = /^\w.*\.$/

const each = Object.entries(mutations).flatMap(([name, breaking]) =>
  breaking.map((mutation, index) => ({ name, index, ...mutation }))
)

describe("providerContract with a connector that breaks one rule", () => {
  it.each(each)(
    "finds that it breaks the rule: $name ($index)",
    async ({ name, breaks, inSecond, of = "that can do everything", says = sentence }) => {
      const harness = await sandboxHarness(of)
      const provider = { ...harness.provider, ...breaks(harness.provider, harness) }
      const secondProvider = { ...harness.provider, ...inSecond?.(harness.provider) }
      const rule = providerContract({ ...harness, provider, secondProvider }).find(
        (other) => other.name === name
      )
      const said: Error = await (rule?.run() ?? expect.unreachable("no such rule")).then(
        () => expect.unreachable("the rule holds"),
        (error) => error
      )
      expect(said.message).toMatch(sentence)
      expect(said.message).toMatch(says)
    }
  )

  it("has a broken connector for each of its rules", async () => {
    const names = await Promise.all(
      Object.keys(sandboxShapes).map(async (shape) =>
        providerContract(await sandboxHarness(shape as SandboxShape)).map(({ name }) => name)
      )
    )
    const rules = new Set(names.flat())
    expect(rules.size).toBeGreaterThan(40)
    expect([...rules].filter((name) => !Object.hasOwn(mutations, name))).toEqual([])
  })
})
