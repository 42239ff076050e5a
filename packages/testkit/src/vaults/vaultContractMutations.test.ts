import { describe, expect, it } from "vitest"
import { modelVaultHarness } from "./testing/modelVault.ts"
import { vaultMutations } from "./testing/vaultMutations.ts"
import { walletMutations } from "./testing/walletMutations.ts"
import { vaultContract } from "./vaultContract.ts"

const mutations = { ...vaultMutations, ...walletMutations }

const each = Object.entries(mutations).flatMap(([name, breaking]) =>
  breaking.map((mutation, index) => ({ name, index, ...mutation }))
)

const withModel = async <A>(
  use: (harness: Awaited<ReturnType<typeof modelVaultHarness>>) => Promise<A>
): Promise<A> => {
  const harness = await modelVaultHarness()
  try {
    return await use(harness)
  } finally {
    await harness.destination.close()
    await harness.forbidden?.close()
  }
}

describe("vaultContract with a vault that breaks one rule", () => {
  it.each(each)("finds that it breaks the rule: $name ($index)", ({ name, breaks, says }) =>
    withModel(async (harness) => {
      const rules = vaultContract({ ...harness, ...breaks(harness) })
      const rule = rules.find((other) => other.name === name)
      const said: Error = await (rule?.run() ?? expect.unreachable("no such rule")).then(
        () => expect.unreachable("the rule holds"),
        (error) => error
      )
      if (says !== undefined) expect(said.message).toMatch(says)
    })
  )

  it("has a broken vault for each of its rules", () =>
    withModel(async (harness) => {
      const names = vaultContract(harness).map(({ name }) => name)
      expect(names.length).toBeGreaterThan(20)
      expect(names.filter((name) => !Object.hasOwn(mutations, name))).toEqual([])
    }))
})
