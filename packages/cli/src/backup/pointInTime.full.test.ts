import { postgres } from "@payloom/adapter-postgres"
import { holdStorage, type Merchant, Payloom } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { hasPostgres, startArchivingPostgres } from "@payloom/testkit/postgres"
import { Effect } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"

const box = sandbox()

const setupAt = (connection: string) => ({
  ...box.setup,
  storage: postgres({ connection }),
  workers: false,
  onLog: () => undefined
})

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms))

describe.skipIf(!hasPostgres)("a PostgreSQL server that is restored to a point in time", () => {
  it("has all payments until then, and after reconciling also those that were made since", async () => {
    const server = await startArchivingPostgres()
    onTestFinished(server.stop)
    const payloom = await Payloom.make(setupAt(server.address))
    const shop = await box.openShop(payloom)
    const paymentInstrument = await box.saveCard(shop, "approved")
    const pay = (merchant: Merchant, nth: number) =>
      merchant.payments.create(
        { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
        { idempotencyKey: `order ${nth}` }
      )
    for (let nth = 0; nth < 3; nth++) await pay(shop, nth)
    const backup = await server.backUp()
    for (let nth = 3; nth < 8; nth++) await pay(shop, nth)
    await pause(50)
    const until = new Date()
    await pause(50)
    const late = await pay(shop, 8)
    await shop.payments.refund(late.id, { amount: 250n }, { idempotencyKey: "refund" })
    await payloom.runDue()
    const before = await shop.ledger.trialBalance()
    await payloom.close()
    await server.lose()

    const address = await backup.recover(until)
    const storage = postgres({ connection: address })
    const takenAt = until.getTime()
    expect(await Effect.runPromise(holdStorage(storage, { takenAt }))).toBe(true)
    expect(await Effect.runPromise(holdStorage(storage, { takenAt }))).toBe(false)
    const refused = await Payloom.make(setupAt(address)).catch((error) => error._tag)
    expect(refused).toBe("StorageHeld")
    const report = await Payloom.reconcile(setupAt(address))
    expect(report).toMatchObject({ restoredFrom: takenAt, booked: 2, left: 0, isReleased: true })

    const restored = await Payloom.make(setupAt(address))
    onTestFinished(() => restored.close())
    const again = restored.merchant(shop.scope)
    expect(await again.ledger.trialBalance()).toEqual(before)
    expect((await again.payments.list({ limit: 100 })).data).toHaveLength(9)
    await restored.runDue()
    expect(await box.audit(restored)).toEqual([])
  })
})
