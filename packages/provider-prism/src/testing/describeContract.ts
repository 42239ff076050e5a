import { providerContract } from "@payloom/testkit"
import { afterAll, describe, it } from "vitest"
import type { ProcessorName } from "../processors/processors.ts"
import { prismHarness } from "./prismHarness.ts"
import { shapes } from "./shapes.ts"
import { testLibrary } from "./testLibrary.ts"

/** The processors whose contract runs with the quick tests. They differ the most. */
export const quickProcessors: ReadonlySet<ProcessorName> = new Set([
  "authorizedotnet",
  "checkout",
  "mollie"
])

const library = await testLibrary()

/** Declares the contract's tests of the processors that are chosen, in all of their shapes. */
export const describeContract = (isChosen: (processor: ProcessorName) => boolean): void => {
  const chosen = Object.entries(shapes).flatMap(([processor, of]) =>
    Object.entries(of).flatMap(([name, shape]) =>
      isChosen(processor as ProcessorName)
        ? [{ processor: processor as ProcessorName, name, shape }]
        : []
    )
  )
  for (const { processor, name, shape } of chosen) {
    describe.skipIf(library === null)(
      `providerContract: ${processor} through hyperswitch-prism, with ${name}`,
      async () => {
        if (library === null) return it("needs the library", () => undefined)
        const harness = await prismHarness(processor, shape, library)
        afterAll(() => harness.close())
        for (const { name: rule, run } of providerContract(harness)) it(rule, run)
      }
    )
  }
}
