import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { onSqlite } from "./testing/onSqlite.ts"
import { day, hour, minute, openShop, type Shop } from "./testing/openShop.ts"
import { newKey, standing, subscribe } from "./testing/subscribing.ts"

const open = auditedShops()

describe("the mandate fields of a charge", () => {
  const framingOf = ({ requests }: Shop) => {
    const { initiator, agreement, type } = requests.at(-1) ?? {}
    return { initiator, agreement, type }
  }

  it("say that the customer pays, without an agreement, for a plain charge", async () => {
    const shop = await open()
    await shop.pay("approved")
    expect(framingOf(shop)).toEqual({ initiator: "customer", agreement: null, type: "one_off" })
  })

  it("start an agreement, then continue it with the first reference", async () => {
    const shop = await open()
    const first = await shop.pay("approved", { storedCredential: { usage: "unscheduled" } })
    expect(framingOf(shop)).toMatchObject({
      initiator: "customer",
      agreement: { usage: "unscheduled", position: "first", networkReference: null }
    })
    const [charge] = await shop.run(shop.box.bank.charges())
    const networkReference = `nw_${charge?.providerReference}`
    const continues = { usage: "unscheduled", position: "subsequent", networkReference }
    await shop.pay("approved")
    expect(framingOf(shop)).toMatchObject({ initiator: "merchant", agreement: continues })
    await shop.pay("approved", { type: "subscription_rebill" })
    expect(framingOf(shop)).toMatchObject({ initiator: "merchant", agreement: continues })
    await shop.pay("approved", { type: "moto" })
    expect(framingOf(shop)).toMatchObject({ initiator: "customer", type: "moto" })
    expect(first.status).toBe("succeeded")
  })

  it("say that the merchant charges for a rebill, whatever the request declares", async () => {
    const shop = await open()
    await shop.pay("approved", {
      type: "subscription_rebill",
      storedCredential: { usage: "recurring" }
    })
    expect(framingOf(shop)).toMatchObject({
      initiator: "merchant",
      agreement: { usage: "recurring", position: "first" }
    })
  })

  it("belong to the agreement that was declared last", async () => {
    const shop = await open()
    await shop.pay("approved", { storedCredential: { usage: "unscheduled" } })
    const second = await shop.pay("approved", { storedCredential: { usage: "recurring" } })
    const charges = await shop.run(shop.box.bank.charges())
    const made = charges.find(({ reference }) => reference === second.attempts[0])
    await shop.pay("approved", { type: "subscription_rebill" })
    expect(framingOf(shop)).toMatchObject({
      initiator: "merchant",
      agreement: {
        usage: "recurring",
        position: "subsequent",
        networkReference: `nw_${made?.providerReference}`
      }
    })
  })

  it("belong to the agreement that was declared last, even if an older one is settled later", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.settles(hour))
    await shop.pay("approved", { storedCredential: { usage: "recurring" } })
    await shop.pay("approved", { storedCredential: { usage: "unscheduled" } })
    await shop.elapse(2 * hour)
    await shop.pay("approved")
    expect(framingOf(shop)).toMatchObject({ agreement: { usage: "unscheduled" } })
  })

  it("belong to the recurring agreement for a rebill, even if another was declared later", async () => {
    const shop = await open()
    const referenceOf = async (attempt = "") => {
      const charges = await shop.run(shop.box.bank.charges())
      return `nw_${charges.find(({ reference }) => reference === attempt)?.providerReference}`
    }
    const first = await shop.pay("approved", { storedCredential: { usage: "recurring" } })
    const second = await shop.pay("approved", { storedCredential: { usage: "unscheduled" } })
    await shop.pay("approved", { type: "subscription_rebill" })
    expect(framingOf(shop)).toMatchObject({
      initiator: "merchant",
      agreement: {
        usage: "recurring",
        position: "subsequent",
        networkReference: await referenceOf(first.attempts[0])
      }
    })
    await shop.pay("approved")
    expect(framingOf(shop)).toMatchObject({
      agreement: {
        usage: "unscheduled",
        position: "subsequent",
        networkReference: await referenceOf(second.attempts[0])
      }
    })
  })

  it("belong to a subscription's own agreement, even if its card has started another", async () => {
    const shop = await open()
    const subscriber = await subscribe(shop)
    const { paymentInstrument } = await standing(shop, subscriber)
    await shop.shop().payments.create(
      {
        amount: 500n,
        currency: "EUR",
        type: "one_off",
        paymentInstrument,
        storedCredential: { usage: "unscheduled" }
      },
      newKey()
    )
    await shop.elapse(62 * day)
    expect(shop.requests.map(({ agreement }) => [agreement?.usage, agreement?.position])).toEqual([
      ["recurring", "first"],
      ["unscheduled", "first"],
      ["recurring", "subsequent"],
      ["recurring", "subsequent"]
    ])
  })

  it("start one agreement if many concurrent payments declare the same", () =>
    onSqlite(async (storage) => {
      const shop = await openShop({ storage })
      const card = await shop.saveCard("approved")
      const paying = Promise.all(
        Array.from({ length: 24 }, (_, at) =>
          shop.shop().payments.create(
            {
              amount: 1250n,
              currency: "EUR",
              type: "one_off",
              paymentInstrument: card,
              storedCredential: { usage: "recurring" }
            },
            { idempotencyKey: `at once ${at}` }
          )
        )
      )
      const ticking = setInterval(() => void shop.clock.advance(0), 5)
      const payments = await paying.finally(() => clearInterval(ticking))
      expect(payments.map(({ status }) => status)).toEqual(payments.map(() => "succeeded"))
      expect(await shop.audit()).toEqual([])
    }))

  it("start no agreement if the first charge is declined", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.isDeclined("nsf"))
    await shop.pay("approved", { storedCredential: { usage: "recurring" } })
    await shop.pay("approved")
    expect(framingOf(shop)).toMatchObject({ initiator: "customer", agreement: null })
  })

  it("contain the attempt's id as the reference, also if the charge is sent again", async () => {
    const shop = await open({ providers: [{ capabilities: { lookup: false } }] })
    const payment = await shop.pay("lost_answer")
    await shop.elapse(minute)
    expect(shop.requests.map(({ reference }) => reference)).toEqual([
      payment.attempts[0],
      payment.attempts[0]
    ])
  })
})
