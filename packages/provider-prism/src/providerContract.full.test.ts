import { providerContract } from "@payloom/testkit"
import { describe, expect, it } from "vitest"
import type { ProcessorName } from "./processors/processors.ts"
import { describeContract, quickProcessors } from "./testing/describeContract.ts"
import { prismHarness } from "./testing/prismHarness.ts"
import { shapes } from "./testing/shapes.ts"
import { testLibrary } from "./testing/testLibrary.ts"

/** Longer than the usual timeouts of HTTP clients, in milliseconds. */
const heldForMs = 31_000

const library = await testLibrary()

describeContract((processor) => !quickProcessors.has(processor))

describe.skipIf(library === null).concurrent("a call that moves money may take 30 seconds", () => {
  // The hook is of the test's own context. The imported one may choose another concurrent test.
  it.for(Object.entries(shapes))("at %s", async ([processor, of], { onTestFinished }) => {
    const [shape] = Object.values(of)
    if (library === null || shape === undefined) return expect.unreachable("no shape")
    const harness = await prismHarness(processor as ProcessorName, shape, library)
    onTestFinished(harness.close)
    const rule = providerContract({ ...harness, heldForMs }).find(({ name }) =>
      name.includes("no timeout")
    )
    await (rule?.run() ?? expect.unreachable("no such rule"))
  })
})
