import { sqlite } from "@payloom/adapter-sqlite"
import { Payloom } from "@payloom/core"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { newKey, openRestoredShop } from "../testing/restoring.ts"

const hour = 3_600_000

it("a customer who was erased after the backup is erased again in the restored store", async () => {
  const { box, clock, shop, pay, ...store } = await openRestoredShop()
  const card = await box.saveCard(shop(), "approved")
  const { customer } = await shop().paymentInstruments.retrieve(card)
  await shop().customers.update(customer, { name: "Ada Lovelace" }, newKey())
  const paid = await pay(card, { metadata: { to: "Ada Lovelace" } })
  await store.backUp()
  await shop().customers.erase(customer, newKey())
  await clock.elapse(2 * hour, store.payloom())

  await store.restore()
  const preview = await store.reconcile({ reportOnly: true })
  expect(preview.erased).toMatchObject([{ customer, isErased: false, rest: null }])
  const report = await store.reconcile()
  expect(report.erased).toMatchObject([{ customer, isErased: true, rest: null }])
  expect(report).toMatchObject({ left: 0, isReleased: true })
  expect((await store.reconcile()).erased).toEqual([])

  await store.start()
  expect((await shop().customers.retrieve(customer)).name).toBe(null)
  const { data } = await shop().audit.list({ subject: customer })
  expect(data[0]).toMatchObject({
    operation: "customers.erase",
    actor: { type: "command", id: "Payloom.reconcile" }
  })
  await clock.elapse(2 * hour, store.payloom())
  expect((await shop().payments.retrieve(paid.id)).metadata).toEqual({})
  expect(await box.audit(store.payloom())).toEqual([])
  await store.close()
})

it("a store is held while an erased customer has something in flight", async () => {
  const { box, shop, pay, ...store } = await openRestoredShop()
  const card = await box.saveCard(shop(), "approved")
  const { customer } = await shop().paymentInstruments.retrieve(card)
  const open = await shop().payments.create(
    { amount: 500n, currency: "EUR", type: "one_off", customer },
    newKey()
  )
  await store.backUp()
  await shop().payments.cancel(open.id)
  await shop().customers.erase(customer, newKey())

  await store.restore()
  const report = await store.reconcile()
  expect(report).toMatchObject({ left: 1, isReleased: false })
  expect(report.erased).toMatchObject([{ customer, isErased: false }])
  expect(report.erased[0]?.rest).toContain(open.id)
  expect(await store.reconcile({ acceptRest: true })).toMatchObject({ isReleased: true })
  await store.close()
})

it.each([
  ["fails", () => Promise.reject(new Error("disk full"))],
  ["hangs", () => new Promise<void>(() => undefined)]
])("an erasure erases nothing if its log %s", async (_, add) => {
  const { box, file, ...store } = await openRestoredShop()
  await store.close()
  const refusing = { add, list: async () => [] }
  const payloom = await Payloom.make({
    ...box.setup,
    storage: sqlite(file()),
    workers: false,
    options: { providerTimeoutMs: 200 },
    erasureLog: refusing
  })
  const shop = await box.openShop(payloom)
  const { id } = await shop.customers.create({ name: "Ada" }, newKey())
  await expect(shop.customers.erase(id, newKey())).rejects.toMatchObject({
    _tag: "StorageUnavailable"
  })
  expect((await shop.customers.retrieve(id)).name).toBe("Ada")
  await payloom.close()
})

it("the charges that a reconciliation books are in the audit log, with who ran it", async () => {
  const { box, shop, pay, ...store } = await openRestoredShop()
  const card = await box.saveCard(shop(), "approved")
  await store.backUp()
  const lost = await pay(card)
  await Effect.runPromise(box.refund(lost, { amount: 100n }))
  await store.restore()
  await store.reconcile({ reportOnly: true })
  const by = { actor: { type: "command", id: "ada@host" }, reason: "payloom reconcile" } as const
  await store.reconcile({ by })
  await store.reconcile({ by })
  await store.start()
  const { data } = await shop().audit.list({ actor: "ada@host" })
  expect(data).toMatchObject([
    {
      operation: "background.reconcileWithProviders",
      subject: expect.stringMatching(/^mid_/),
      reason: "payloom reconcile"
    }
  ])
  await store.close()
})
