import { providerContract } from "@payloom/testkit"
import { afterAll, describe, it } from "vitest"
import { startFakeAdyen } from "../fake/index.ts"
import { adyenHarness } from "./adyenHarness.ts"
import { adyenShapes } from "./adyenShapes.ts"

/** Tests every second shape of the connector, from the first or from the second one on. */
export const testShapes = (from: 0 | 1): void => {
  const shapes = Object.entries(adyenShapes).filter((_, nth) => nth % 2 === from)
  for (const [name, shape] of shapes) {
    describe(`providerContract: the connector to Adyen, with ${name}`, async () => {
      const fake = await startFakeAdyen({ multipleCaptures: shape.multipleCaptures ?? false })
      afterAll(() => fake.close())
      const harness = await adyenHarness(fake, shape)
      for (const { name: rule, run } of providerContract(harness)) it(rule, run)
    })
  }
}
