import { vaultContract } from "@payloom/testkit"
import { afterAll, describe, it } from "vitest"
import { vaultHarnesses } from "./testing/vaultHarnesses.ts"

for (const [name, open] of Object.entries(vaultHarnesses)) {
  describe(`vaultContract: ${name}`, async () => {
    const { harness, close } = await open()
    afterAll(close)
    for (const { name: rule, run } of vaultContract(harness)) it(rule, run)
  })
}
