import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { auditedShops, statusOf } from "./testing/auditedShops.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { minute, type Shop } from "./testing/openShop.ts"

const open = auditedShops({ networkTokens: true })

/** The accounts of the charges in order, and if the network token was charged. */
const charged = (shop: Shop) =>
  shop.requests.map(({ mid, source }) => [
    shop.mids.indexOf(mid.id),
    source._tag === "Vaulted" && source.usesNetworkToken === true
  ])

describe("a card with a network token", () => {
  it("is charged by the token, and the explanation shows it", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    expect(payment.status).toBe("succeeded")
    expect(charged(shop)).toEqual([[0, true]])
    const [attempt] = await shop.shop().payments.explain(payment.id)
    expect(attempt?.usedNetworkToken).toBe(true)
  })

  it("is charged by its number on the same account if the token is refused", async () => {
    const shop = await open()
    const payment = await shop.pay("network_token_refused")
    expect(payment.status).toBe("succeeded")
    expect(charged(shop)).toEqual([
      [0, true],
      [0, false]
    ])
    const attempts = (await shop.shop().payments.listAttempts(payment.id)).data
    expect(attempts.map(({ status }) => status)).toEqual(["declined", "captured"])
  })

  it("is charged by the token of the next account after any other decline that cascades", async () => {
    const shop = await open()
    expect((await shop.pay("cascade")).status).toBe("succeeded")
    expect(charged(shop)).toEqual([
      [0, true],
      [1, true]
    ])
  })

  it("is not charged by its number after a decline that stops", async () => {
    const shop = await open()
    expect((await shop.pay("insufficient_funds")).status).toBe("declined")
    expect(charged(shop)).toEqual([[0, true]])
  })

  it("is not charged by its number while the outcome of the token's charge is unknown", async () => {
    const shop = await open()
    const payment = await shop.pay("lost_answer")
    expect(payment.status).toBe("processing")
    await shop.elapse(minute)
    expect(await statusOf(shop, payment)).toBe("succeeded")
    expect(charged(shop)).toEqual([[0, true]])
  })

  it("is declined if its number is refused as well", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.isDeclined("token_refused"), { times: 2 })
    expect((await shop.pay("approved")).status).toBe("declined")
    expect(charged(shop)).toEqual([
      [0, true],
      [0, false]
    ])
  })

  it("is charged by its number at a provider that takes no network tokens", async () => {
    const shop = await open({ providers: [{ capabilities: { networkTokens: false } }] })
    await shop.pay("approved")
    expect(charged(shop)).toEqual([[0, false]])
  })

  it("is charged by the token in a session too", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    expect(await checkout.confirm("network_token_refused")).toMatchObject({ status: "succeeded" })
    expect(charged(shop)).toEqual([
      [0, true],
      [0, false]
    ])
  })
})

describe("a card without a network token", () => {
  it("whose decline asks for its number is not charged again", async () => {
    const shop = await open({ networkTokens: false })
    shop.box.script.charge(chargeThat.isDeclined("token_refused"))
    expect((await shop.pay("approved")).status).toBe("declined")
    expect(charged(shop)).toEqual([[0, false]])
  })
})
