import { providerContract } from "@payloom/testkit"
import { afterAll, describe, it } from "vitest"
import { processorHarnesses } from "./testing/processorHarnesses.ts"

const harnesses = await processorHarnesses()
afterAll(() => Promise.all(harnesses.map(({ close }) => close())))

describe.each(harnesses)("providerContract: $name as a table", ({ harness }) => {
  for (const { name, run } of providerContract(harness)) it(name, run)
})
