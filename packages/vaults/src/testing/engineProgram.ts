import { writeHeapSnapshot } from "node:v8"
import { hostsOf, openShop, payWith } from "./openShop.ts"
import type { EngineAnswer, EngineJob } from "./processes.ts"
import { vaultOf } from "./vaultFakes.ts"

// The process of the engine and its connectors. It saves a card in each vault and charges it, then
// writes a snapshot of its heap, and waits until the test has looked at its memory. The last
// argument is a planted number, which a search has to find.

const [jobs = "[]", snapshot = "", planted = ""] = process.argv.slice(2)
const answers: Array<EngineAnswer["payments"][number]> = []
for (const { vault, options, encrypted, providers } of JSON.parse(jobs) as Array<EngineJob>) {
  const { shop } = await openShop(vaultOf[vault](options, hostsOf(providers)), providers)
  const { payment, attempts } = await payWith(shop, encrypted)
  answers.push({
    vault,
    status: payment.status,
    providers: attempts.map(({ provider }) => String(provider))
  })
}
const kept = { planted: `planted ${planted}` }
writeHeapSnapshot(snapshot)
process.on("message", () => process.exit(kept.planted === "" ? 1 : 0))
process.send?.({ payments: answers } satisfies EngineAnswer)
