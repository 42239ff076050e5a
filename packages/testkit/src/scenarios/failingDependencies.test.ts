import {
  type EngineSetup,
  type LogEntry,
  Payloom,
  PaymentCollection,
  Storage,
  StorageUnavailable
} from "@payloom/core"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { lookupThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, statusOf } from "./testing/auditedShops.ts"
import { day, hour, minute, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

/** Starts another engine on the storage of a shop, with another setup. */
const engineOn = (shop: Shop, setup: Partial<EngineSetup>) =>
  Payloom.make({
    ...shop.box.setup,
    storage: Layer.succeed(Storage, shop.storage),
    workers: false,
    clock: shop.clock,
    ...setup
  })

describe("a hook for alerts that throws", () => {
  it("undoes nothing in the store, and the request is answered", async () => {
    const shop = await open()
    const logged: Array<LogEntry> = []
    const noisy = await engineOn(shop, {
      onAlert: () => {
        throw new Error("nobody listens")
      },
      onLog: (entry) => logged.push(entry)
    })
    const input = {
      amount: 1250n,
      currency: "EUR",
      type: "one_off",
      paymentInstrument: await shop.saveCard("wrong_amount")
    } as const
    const { payments } = noisy.merchant(shop.shop().scope)
    const payment = await payments.create(input, { idempotencyKey: "key" })
    expect(payment.status).toBe("processing")
    expect(logged).toMatchObject([{ cause: expect.stringContaining("nobody listens") }])
    await noisy.close()
  })
})

describe("a provider that the setup lacks", () => {
  it("is logged once, by charges of its accounts and by refunds that wait for it", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    const card = await shop.saveCard("approved")
    await shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "refund" })
    for (const isCharged of [true, false]) {
      const logged: Array<string> = []
      const onLog = ({ message }: LogEntry) => void logged.push(message)
      const without = await engineOn(shop, { providers: [], onLog })
      const { payments } = without.merchant(shop.shop().scope)
      const order = { amount: 1250n, currency: "EUR", type: "one_off" } as const
      for (const idempotencyKey of isCharged ? ["key-1", "key-2"] : []) {
        await payments.create({ ...order, paymentInstrument: card }, { idempotencyKey })
      }
      if (!isCharged) await without.runDue()
      expect(logged).toEqual([expect.stringContaining("The setup has no provider sandbox")])
      await without.close()
    }
  })
})

describe("a refund whose provider is no longer registered", () => {
  it("raises an alert after a day, and is sent when the provider is back", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    await shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "refund" })
    const without = await engineOn(shop, { providers: [] })
    for (let hours = 0; hours < 30; hours++) {
      await shop.clock.advance(hour)
      await without.runDue()
    }
    await without.close()
    expect((await shop.events()).at(-1)?.type).toBe("alert.outcome_unknown")
    await shop.elapse(2 * day)
    expect(await statusOf(shop, payment)).toBe("refunded")
    expect(shop.sent).toHaveLength(1)
  })
})

describe("a job whose storage fails", () => {
  it("expires a payment later, and is not dropped", async () => {
    let broken = false
    const shop = await open({
      between: (inner) =>
        Storage.of({
          ...inner,
          get: (scope, of, id) =>
            broken && of.name === PaymentCollection.name
              ? Effect.fail(new StorageUnavailable({ cause: "the line broke" }))
              : inner.get(scope, of, id)
        })
    })
    const input = { amount: 1250n, currency: "EUR", type: "one_off" } as const
    const payment = await shop.shop().payments.create(input, { idempotencyKey: "key" })
    broken = true
    await shop.elapse(day)
    broken = false
    await shop.elapse(hour)
    expect(await statusOf(shop, payment)).toBe("expired")
  })

  it("when an unknown outcome is a day old raises its alert when it runs again", async () => {
    const shop = await open()
    shop.box.script.lookup(lookupThat.isUnavailable(), { times: Number.POSITIVE_INFINITY })
    await shop.pay("timeout_charged")
    await shop.elapse(day - minute)
    shop.process().mortal.meet((commit) => (commit === 1 ? "unavailable_before" : undefined))
    await shop.elapse(4 * day)
    expect(alertsOf(shop)).toEqual(["alert.outcome_unknown"])
  })
})
