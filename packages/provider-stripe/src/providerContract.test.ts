import { providerContract } from "@payloom/testkit"
import { afterAll, describe, it } from "vitest"
import { startFakeStripe } from "./fake/index.ts"
import { stripeHarness } from "./testing/stripeHarness.ts"
import { stripeShapes } from "./testing/stripeShapes.ts"

const fake = await startFakeStripe()
afterAll(fake.close)

for (const [name, shape] of Object.entries(stripeShapes)) {
  describe(`providerContract: the connector to Stripe, with ${name}`, async () => {
    const harness = await stripeHarness(fake, shape)
    for (const { name: rule, run } of providerContract(harness)) it(rule, run)
  })
}
