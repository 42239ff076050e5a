import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Payloom } from "@payloom/core"
import { auditStorage, openStorage, sandbox } from "@payloom/testkit"
import { Effect } from "effect"
import { ownStorage } from "./ownStorage.ts"

const folder = mkdtempSync(join(tmpdir(), "own-storage-"))
const path = join(folder, "payloom.db")
const box = sandbox()

const payloom = await Payloom.make({ ...box.setup, storage: ownStorage(path) })
const shop = await box.openShop(payloom)
const { id } = await shop.payments.create(
  {
    amount: 1250n,
    currency: "EUR",
    type: "one_off",
    paymentInstrument: await box.saveCard(shop, "approved")
  },
  { idempotencyKey: "order-1" }
)
await shop.payments.refund(id, { amount: 250n }, { idempotencyKey: "refund-1" })
await payloom.close()

const restarted = await Payloom.make({ ...box.setup, storage: ownStorage(path) })
const payment = await restarted.merchant(shop.scope).payments.retrieve(id)
console.log(`${payment.status}, ${payment.amountCaptured - payment.amountRefunded} cents are left`)
while ((await restarted.runDue()) > 0);
await restarted.close()

const { storage, close } = await openStorage(ownStorage(path))
const findings = await Effect.runPromise(auditStorage({ storage, bank: box.bank }))
console.log(findings.length === 0 ? "The auditor finds no error." : findings.join("\n"))
await close()
rmSync(folder, { recursive: true })
