import { providerContract } from "@payloom/testkit"
import { afterAll, describe, it } from "vitest"
import { startFakeAdyen } from "./fake/index.ts"
import { adyenHarness } from "./testing/adyenHarness.ts"
import { adyenShapes } from "./testing/adyenShapes.ts"

for (const [name, shape] of Object.entries(adyenShapes)) {
  describe(`providerContract: the connector to Adyen, with ${name}`, async () => {
    const fake = await startFakeAdyen({ multipleCaptures: shape.multipleCaptures ?? false })
    afterAll(() => fake.close())
    const harness = await adyenHarness(fake, shape)
    for (const { name: rule, run } of providerContract(harness)) it(rule, run)
  })
}
