import { describe, expect, it } from "vitest"
import type { TestCardName } from "../sandbox/testCards.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { type Checkout, openCheckout } from "./testing/openCheckout.ts"
import { day, hour, type Shop } from "./testing/openShop.ts"
import { attemptsOf } from "./testing/redirectedPayer.ts"

const audited = auditedShops()
const open = () => audited({ methods: ["card", "wallet", "apm"] })

const payBy = ({ box }: Shop, checkout: Checkout, card: TestCardName) =>
  checkout.submit({
    method: "wallet",
    wallet: { type: "sandbox_wallet", payload: box.walletPayload(card) }
  })

describe("a wallet", () => {
  it("pays a session, and its payload is passed on unchanged", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    expect((await payBy(shop, checkout, "approved")).status).toBe("succeeded")
    expect(shop.requests).toMatchObject([
      {
        source: { _tag: "Wallet", wallet: "sandbox_wallet", payload: { sandbox_card: "approved" } }
      }
    ])
  })

  it("leaves nothing of its payload after the charge is settled", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await payBy(shop, checkout, "insufficient_funds")
    await payBy(shop, checkout, "approved")
    const sources = (await attemptsOf(shop)).map(({ source }) => source)
    const spent = { _tag: "Wallet", wallet: "sandbox_wallet", payload: null }
    expect(sources).toEqual([spent, spent])
  })

  it("is declined as its card is, and the payer may use another method", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    expect(await payBy(shop, checkout, "insufficient_funds")).toMatchObject({
      status: "declined",
      decline: { code: "insufficient_funds" }
    })
    expect((await checkout.confirm("approved")).status).toBe("succeeded")
  })

  it("continues with the next merchant account if the first declines with a cascade", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    expect((await payBy(shop, checkout, "cascade")).status).toBe("succeeded")
    expect(await attemptsOf(shop)).toHaveLength(2)
  })

  it("whose charge has an unknown outcome is looked up", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    expect((await payBy(shop, checkout, "timeout_charged")).status).toBe("processing")
    await shop.elapse(hour)
    expect((await checkout.retrieve()).status).toBe("succeeded")
  })

  it("is stored only as long as it may have to be sent again", async () => {
    const capabilities = { lookup: false, dedupesForHours: 1 }
    const shop = await audited({ methods: ["card", "wallet"], providers: [{ capabilities }] })
    const checkout = await openCheckout(shop)
    await payBy(shop, checkout, "timeout_not_charged")
    const payloads = async () =>
      (await attemptsOf(shop)).map(({ source }) => source._tag === "Wallet" && source.payload)
    expect(await payloads()).toEqual([{ sandbox_card: "timeout_not_charged" }])
    await shop.elapse(2 * day)
    expect(await payloads()).toEqual([null])
  })

  it("leaves no card to save", async () => {
    const shop = await open()
    const checkout = await openCheckout(shop)
    await payBy(shop, checkout, "approved")
    const { customers, paymentInstruments } = shop.shop()
    const { id: customer } = await customers.create({}, { idempotencyKey: "customer" })
    await expect(
      paymentInstruments.create(
        { customer, checkoutSession: checkout.id },
        { idempotencyKey: "save" }
      )
    ).rejects.toThrow("must be a session that succeeded by a card")
  })
})
