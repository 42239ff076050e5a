import type { PaymentProvider } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { ProviderHarness, ProviderRule } from "./ProviderHarness.ts"
import { providerContract } from "./providerContract.ts"
import { sandboxHarness } from "./testing/sandboxHarness.ts"
import { type SandboxShape, sandboxShapes } from "./testing/sandboxShapes.ts"

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

const ruleOf = (harness: ProviderHarness, name: RegExp): ProviderRule =>
  providerContract(harness).find((rule) => name.test(rule.name)) ?? expect.unreachable(`${name}`)

/** Reports a charge at once, so that the rule does not wait for it. */
const busy = ({ backend }: ProviderHarness): ProviderHarness["backend"] => ({
  ...backend,
  charges: async () => [{ amount: 1250n, currency: "EUR" }]
})

const everything = () => sandboxHarness("that can do everything")

describe("providerContract", () => {
  it("has rules only for capabilities that the provider declares", () => {
    const namesOf = (of: SandboxShape) =>
      shapes
        .find(({ shape }) => shape === of)
        ?.rules.map(({ name }) => name)
        .join("\n") ?? ""
    expect(namesOf("that can do everything")).toMatch(/partial refund/)
    expect(namesOf("that can do little")).not.toMatch(/partial|more than|a capture|void|its payer/)
    expect(namesOf("that has no lookups")).not.toMatch(/found by/)
    expect(namesOf("that remembers no reference")).not.toMatch(/sent again/)
    expect(namesOf("that can do everything")).not.toMatch(/waits to send/)
  })

  it.each([/answer is lost is Unknown/, /without an answer waits/, /never sent is NotSent/])(
    "removes a fault that a connector never met, before the next rule: %s",
    async (name) => {
      const harness = await everything()
      const charge: PaymentProvider["charge"] = () => Effect.die(new Error("it is not even begun"))
      const provider = { ...harness.provider, charge }
      const { run } = ruleOf({ ...harness, backend: busy(harness), provider }, name)
      await run().catch(() => undefined)
      await ruleOf(harness, /has the charged amount/).run()
    }
  )

  it("reports amounts that the harness could not convert to minor units", async () => {
    const harness = await everything()
    const charges = async () => [{ amount: null as never, currency: "EUR" }]
    const backend = { ...harness.backend, charges }
    await expect(ruleOf({ ...harness, backend }, /has the charged amount/).run()).rejects.toThrow(
      /the provider has charged no whole number of minor units of EUR \(null\)\.$/
    )
  })

  it("needs the backend's pending modifications to confirm a Pending answer", async () => {
    const harness = await sandboxHarness("that captures, voids and refunds later")
    const { modifications } = harness.backend
    const onlyWhatIsDone: ProviderHarness["backend"]["modifications"] = async (kind, reference) =>
      (await modifications(kind, reference)).filter(({ state }) => state === "succeeded")
    const backend = { ...harness.backend, modifications: onlyWhatIsDone }
    await expect(ruleOf({ ...harness, backend }, /a capture is carried out/).run()).rejects.toThrow(
      /capture of 2006 JPY under capture_\w+ is Pending, but backend\.modifications has no entry/
    )
  })
})
