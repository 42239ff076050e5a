import { providerContract } from "@payloom/testkit"
import { expect, it, onTestFinished } from "vitest"
import { startBank } from "./startBank.ts"
import { bankHarness } from "./testing/bankHarness.ts"

/** Longer than the usual timeouts of HTTP clients, in milliseconds. */
const heldForMs = 31_000

it("a call that moves money may take 30 seconds", async () => {
  const bank = await startBank()
  onTestFinished(bank.kill)
  const harness = { ...(await bankHarness(bank.url)), heldForMs }
  const rule = providerContract(harness).find(({ name }) => name.includes("no timeout"))
  await (rule?.run() ?? expect.unreachable("no such rule"))
})
