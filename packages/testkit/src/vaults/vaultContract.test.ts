import { afterAll, describe, it } from "vitest"
import { modelVaultHarness } from "./testing/modelVault.ts"
import { sandboxVaultHarness } from "./testing/sandboxVaultHarness.ts"
import { vaultContract } from "./vaultContract.ts"

const harnesses = {
  "the sandbox's vault": await sandboxVaultHarness(),
  "a vault that can do everything": await modelVaultHarness()
}
afterAll(async () => {
  for (const { destination, forbidden } of Object.values(harnesses)) {
    await destination.close()
    await forbidden?.close()
  }
})

for (const [name, harness] of Object.entries(harnesses)) {
  describe(`vaultContract: ${name}`, () => {
    for (const { name: rule, run } of vaultContract(harness)) it(rule, run)
  })
}
