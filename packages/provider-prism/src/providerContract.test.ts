import { providerContract } from "@payloom/testkit"
import { afterAll, describe, it } from "vitest"
import type { ProcessorName } from "./processors/processors.ts"
import { prismHarness } from "./testing/prismHarness.ts"
import { shapes } from "./testing/shapes.ts"
import { testLibrary } from "./testing/testLibrary.ts"

const library = testLibrary()

const all = Object.entries(shapes).flatMap(([processor, of]) =>
  Object.entries(of).map(([name, shape]) => ({
    processor: processor as ProcessorName,
    name,
    shape
  }))
)

for (const { processor, name, shape } of all) {
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
