import { Payloom } from "@payloom/core"
import { memory, sandbox } from "@payloom/testkit"
import { onTestFinished } from "vitest"
import { cellName, onStores } from "./openTestCells.ts"

/** Opens a shop on a store without cells, and closes its engine after some payments. */
export const filledStore = async () => {
  const store = memory()
  const box = sandbox()
  const open = async (storage: Parameters<typeof Payloom.make>[0]["storage"]) => {
    const payloom = await Payloom.make({ ...box.setup, storage, workers: false })
    onTestFinished(() => payloom.close())
    return payloom
  }
  const before = await open(store)
  const shop = await box.openShop(before, { reference: "shop" })
  const paymentInstrument = await box.saveCard(shop, "approved")
  const { secret } = await before.tenants.createApiKey(shop.scope, "secret")
  const seen: Array<string> = []
  const consume = async (payloom: Payloom) => {
    const consuming = await payloom.events.consume("half", ({ id }) => void seen.push(id), {
      from: "beginning"
    })
    await payloom.runDue()
    await consuming.stop()
  }
  const payOn = (payloom: Payloom, key: string) =>
    payloom
      .merchant(shop.scope)
      .payments.create(
        { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
        { idempotencyKey: key }
      )
  const paid = await payOn(before, "one")
  await consume(before)
  const handled = seen.length
  await payOn(before, "two")
  await before.close()
  const stores = { directory: memory(), cells: [store, memory()] }
  return {
    box,
    stores,
    storages: onStores(stores, () => cellName(1)),
    open,
    shop,
    secret,
    paid,
    payOn,
    consume,
    seen,
    handled
  }
}
