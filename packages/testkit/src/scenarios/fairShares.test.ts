import { afterEach, describe, expect, it } from "vitest"
import { settled } from "../clock/manualClock.ts"
import { modificationThat } from "../sandbox/conduct.ts"
import { sandboxAccounts } from "../sandbox/sandboxAccounts.ts"
import { minute, openShop, type Shop, second } from "./testing/openShop.ts"

const shops: Array<Shop> = []

afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.process().payloom.close()
})

describe("a tenant whose provider is slow", () => {
  it("delays its own jobs, and not those of other tenants", async () => {
    const shop = await openShop({ workers: true })
    shops.push(shop)
    const { payloom } = shop.process()
    const tenant = await payloom.tenants.create({ displayName: "Other", defaultCurrency: "EUR" })
    const other = payloom.merchant({ tenant: tenant.id, mode: "test" })
    await other.routing.createMid({
      name: "other",
      provider: shop.box.provider.name,
      currencies: ["EUR"],
      credentials: sandboxAccounts.secondary
    })
    const card = await other.cards.save({ ciphertext: await shop.box.encryptCard("approved") })
    const theirs = await other.payments.create(
      { amount: 100n, currency: "EUR", type: "one_off", paymentInstrument: card.id },
      { idempotencyKey: "theirs" }
    )
    let calls = 0
    const slow = () => {
      calls += 1
      return modificationThat.answersAfter(10 * second + calls * 100)
    }
    shop.box.script.refund(slow, {
      account: sandboxAccounts.primary,
      times: Number.POSITIVE_INFINITY
    })
    for (let count = 0; count < 40; count++) {
      const { id } = await shop.pay("approved")
      await shop.shop().payments.refund(id, {}, { idempotencyKey: `refund ${count}` })
    }
    await settled()
    await other.payments.refund(theirs.id, {}, { idempotencyKey: "their refund" })
    await shop.clock.advance(30 * second)
    expect((await other.payments.retrieve(theirs.id)).status).toBe("refunded")
    await shop.clock.advance(5 * minute)
    expect(await shop.audit()).toEqual([])
  })
})
