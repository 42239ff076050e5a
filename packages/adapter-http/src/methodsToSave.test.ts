import type { PaymentProvider } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { openBrowser, openCheckoutShop } from "./testing/openCheckout.ts"
import type { Shop } from "./testing/openShop.ts"
import type { Json } from "./testing/shopClient.ts"

/** Opens a shop whose merchant accounts take all methods, with these capabilities. */
const openWith = async (own: Partial<PaymentProvider["capabilities"]> = {}): Promise<Shop> => {
  const adapted = (provider: PaymentProvider): PaymentProvider => ({
    ...provider,
    capabilities: { ...provider.capabilities, ...own }
  })
  const shop = await openCheckoutShop({ adapted })
  const { routing } = shop.merchant
  for (const { id } of await routing.listMids()) {
    await routing.updateMid(id, { methods: ["card", "wallet", "apm"] })
  }
  return shop
}

/** Returns `methods_to_save` in a payer's view of a new session. */
const toSave = async (shop: Shop, fields: Json): Promise<unknown> =>
  (await (await openBrowser(shop, fields)).read()).json.methods_to_save

const agreement = { stored_credential: { usage: "unscheduled" } }

describe("the methods to save in a payer's view", () => {
  it("are the reusable alternative methods, in a session that starts an agreement", async () => {
    const shop = await openWith()
    expect(await toSave(shop, agreement)).toEqual(["sandbox_debit"])
    expect(await toSave(shop, {})).toEqual([])
  })

  it("are none that the session doesn't offer", async () => {
    const shop = await openWith()
    expect(await toSave(shop, { ...agreement, currency: "USD" })).toEqual([])
    expect(await toSave(shop, { ...agreement, allowed_methods: ["card"] })).toEqual([])
  })

  it("have the provider's capability, unless a method has its own", async () => {
    const shop = await openWith({
      apms: ["sandbox_bank", "sandbox_voucher"],
      reusable: true,
      byMethod: { sandbox_voucher: { reusable: false } }
    })
    expect(await toSave(shop, agreement)).toEqual(["sandbox_bank"])
  })

  it("are those that any merchant account could save", async () => {
    const shop = await openWith()
    const [first, second] = await shop.merchant.routing.listMids()
    const withoutApms = { methods: ["card"] } as const
    await shop.merchant.routing.updateMid(first?.id ?? "", withoutApms)
    expect(await toSave(shop, agreement)).toEqual(["sandbox_debit"])
    await shop.merchant.routing.updateMid(second?.id ?? "", withoutApms)
    expect(await toSave(shop, agreement)).toEqual([])
  })
})
