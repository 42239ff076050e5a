import { providerContract } from "@payloom/testkit"
import { describe, expect, it } from "vitest"
import { startFakeAdyen } from "./fake/index.ts"
import { adyenHarness } from "./testing/adyenHarness.ts"
import { adyenShapes } from "./testing/adyenShapes.ts"

/** Longer than the usual timeouts of HTTP clients, in milliseconds. */
const heldForMs = 31_000

describe.concurrent("a call that moves money may take 30 seconds", () => {
  // The hook is of the test's own context. The imported one may choose another concurrent test.
  it.for(Object.entries(adyenShapes))(
    "at Adyen, with %s",
    async ([, shape], { onTestFinished }) => {
      const fake = await startFakeAdyen({ multipleCaptures: shape.multipleCaptures ?? false })
      onTestFinished(fake.close)
      const harness = { ...(await adyenHarness(fake, shape)), heldForMs }
      const rule = providerContract(harness).find(({ name }) => name.includes("no timeout"))
      await (rule?.run() ?? expect.unreachable("no such rule"))
    }
  )
})
