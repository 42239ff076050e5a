import { writeHeapSnapshot } from "node:v8"
import { basisTheory } from "../basis-theory/basisTheory.ts"
import { hostsOf, openShop, payWith } from "./openShop.ts"
import { openWalletShop, payByWallet, walletHostsOf } from "./openWalletShop.ts"
import type { EngineAnswer, EngineJob, WalletJob } from "./processes.ts"
import { vaultOf } from "./vaultFakes.ts"

// The process of the engine and its connectors. It saves a card in each vault and charges it, and
// charges a wallet that a vault decrypts. Then it writes a snapshot of its heap, and waits until
// the test has looked at its memory. The last argument is a planted number, which a search has to
// find.

const [jobs = "[]", walletJob = "{}", snapshot = "", planted = ""] = process.argv.slice(2)
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
const { options, payload, providers } = JSON.parse(walletJob) as WalletJob
const decrypting = basisTheory({
  ...(options as Parameters<typeof basisTheory>[0]),
  hosts: walletHostsOf(providers),
  decryptedWallets: ["apple_pay"]
})
const shop = await openWalletShop(decrypting, providers)
const { status, attempts } = await payByWallet(shop, { type: "apple_pay", payload })
const wallet = { status, providers: attempts.map(({ provider }) => String(provider)) }
const kept = { planted: `planted ${planted}` }
writeHeapSnapshot(snapshot)
process.on("message", () => process.exit(kept.planted === "" ? 1 : 0))
process.send?.({ payments: answers, wallet } satisfies EngineAnswer)
