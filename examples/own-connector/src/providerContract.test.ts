import { providerContract } from "@payloom/testkit"
import { afterAll, describe, it } from "vitest"
import { startBank } from "./startBank.ts"
import { bankHarness } from "./testing/bankHarness.ts"

const bank = await startBank()
afterAll(() => bank.kill())

describe("providerContract: the connector to the bank, over HTTP", async () => {
  for (const { name, run } of providerContract(await bankHarness(bank.url))) it(name, run)
})
