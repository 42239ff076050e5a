import { providerContract } from "@payloom/testkit"
import { describe, expect, it } from "vitest"
import { startFakeStripe } from "./fake/index.ts"
import { stripeHarness } from "./testing/stripeHarness.ts"
import { stripeShapes } from "./testing/stripeShapes.ts"

/** Longer than the usual timeouts of HTTP clients, in milliseconds. */
const heldForMs = 31_000

describe.concurrent("a call that moves money may take 30 seconds", () => {
  // The hook is of the test's own context. The imported one may choose another concurrent test.
  it.for(Object.entries(stripeShapes))(
    "at Stripe, with %s",
    async ([, shape], { onTestFinished }) => {
      const fake = await startFakeStripe()
      onTestFinished(fake.close)
      const harness = { ...(await stripeHarness(fake, shape)), heldForMs }
      const rule = providerContract(harness).find(({ name }) => name.includes("no timeout"))
      await (rule?.run() ?? expect.unreachable("no such rule"))
    }
  )
})
