import { providerContract } from "@payloom/testkit"
import { afterAll, describe, it } from "vitest"
import { startFakeStripe } from "../fake/index.ts"
import { stripeHarness } from "./stripeHarness.ts"
import { stripeShapes } from "./stripeShapes.ts"

/** Tests every second shape of the connector, from the first or from the second one on. */
export const testShapes = async (from: 0 | 1): Promise<void> => {
  const fake = await startFakeStripe()
  afterAll(fake.close)
  const shapes = Object.entries(stripeShapes).filter((_, nth) => nth % 2 === from)
  for (const [name, shape] of shapes) {
    describe(`providerContract: the connector to Stripe, with ${name}`, async () => {
      const harness = await stripeHarness(fake, shape)
      for (const { name: rule, run } of providerContract(harness)) it(rule, run)
    })
  }
}
