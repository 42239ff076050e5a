import { Storage } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { chargeThat, modificationThat } from "../sandbox/conduct.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { openCheckout } from "./testing/openCheckout.ts"

const open = auditedShops()

const number = "4242424242424242"

/** Records everything that is written to the store, as text. */
const noting = () => {
  const texts: Array<string> = []
  const between = (inner: Storage["Service"]) =>
    Storage.of({
      ...inner,
      commit: (changes) => {
        for (const change of changes) {
          if ("row" in change) texts.push(change.collection.encode(change.row))
        }
        return inner.commit(changes)
      }
    })
  return { between, holding: (text: string) => texts.filter((stored) => stored.includes(text)) }
}

describe("the stored text", () => {
  it.each([
    ["a card's number", number],
    ["a text with one in it", `order-${number}-7`],
    ["any other text", "order-4711"]
  ])("contains no idempotency key, which may be %s and still works", async (_, key) => {
    const stored = noting()
    const shop = await open({ between: stored.between })
    const first = await shop.pay("approved", {}, key)
    const again = await shop.pay("approved", {}, key)
    expect(again.id).toBe(first.id)
    expect(stored.holding(key)).toEqual([])
    await expect(shop.pay("approved", { amount: 1n }, key)).rejects.toMatchObject({
      _tag: "IdempotencyMismatch"
    })
  })

  it.each([
    ["successUrl", `https://shop.example/thanks/${number}`],
    ["successUrl", "https://shop.example/?card=4242%204242%204242%204242"],
    ["cancelUrl", "https://shop.example/?card=4242+4242+4242+4242"],
    ["cancelUrl", `https://shop.example/#${number}`],
    ["locale", "en-4242-4242-4242-4242"]
  ])("contains no card number in a session's %s: %s is refused", async (field, text) => {
    const stored = noting()
    const shop = await open({ between: stored.between })
    const creating = openCheckout(shop, { [field]: text })
    await expect(creating).rejects.toMatchObject({ code: "card_number_not_allowed", param: field })
    expect(stored.holding(number)).toEqual([])
  })

  it("contains no card number from a payer's return URL", async () => {
    const stored = noting()
    const shop = await open({ between: stored.between })
    const checkout = await openCheckout(shop)
    const returnUrl = `https://shop.example/back?pan=${number}`
    await expect(checkout.confirm("approved", undefined, { returnUrl })).rejects.toMatchObject({
      code: "card_number_not_allowed",
      param: "returnUrl"
    })
    expect(stored.holding(number)).toEqual([])
  })

  it("contains URLs in their normal form", async () => {
    const shop = await open()
    for (const [given, stored] of [
      ["https:/shop.example", "https://shop.example/"],
      ["https://@shop.example/done", "https://shop.example/done"],
      ["HTTPS://SHOP.example:443/a/../b", "https://shop.example/b"]
    ] as const) {
      const checkout = await openCheckout(shop, { successUrl: given, cancelUrl: given })
      const shown = await checkout.payer().read()
      expect([given, shown.successUrl, shown.cancelUrl]).toEqual([given, stored, stored])
    }
  })

  describe("no stored text contains a secret", () => {
    const code = `refused ${number} \u0000${"long ".repeat(500)}`

    const openNoting = async () => {
      const stored = noting()
      return { stored, shop: await open({ between: stored.between }) }
    }

    it("of a provider's code for a declined charge", async () => {
      const { stored, shop } = await openNoting()
      const declined = { _tag: "Declined", rawCode: code, networkCode: code } as const
      shop.box.script.charge(chargeThat.says({ ...declined, providerReference: null }))
      const payment = await shop.pay("approved")
      expect(payment.status).toBe("declined")
      const [told] = await shop.shop().payments.explain(payment.id)
      expect(told?.rawCode).toMatch(/^refused \[withheld\] long/)
      expect(told?.networkCode).toBe(told?.rawCode)
      expect(told?.rawCode).toHaveLength(500)
      expect(stored.holding(number)).toEqual([])
    })

    it("of a provider's code for a failed refund", async () => {
      const { stored, shop } = await openNoting()
      const payment = await shop.pay("approved")
      shop.box.script.refund(modificationThat.says({ _tag: "Failed", rawCode: code }))
      await shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "refund" })
      await shop.work()
      expect((await shop.shop().payments.listRefunds(payment.id)).data).toMatchObject([
        { status: "failed" }
      ])
      expect(stored.holding("refused [withheld] long")).not.toEqual([])
      expect(stored.holding(number)).toEqual([])
    })

    it.each(["Rejected", "Failed"] as const)("of a 3DS server's reason: %s", async (_tag) => {
      const { stored, shop } = await openNoting()
      const call = _tag === "Rejected" ? "authenticate" : "result"
      Object.assign(shop.box.threeDs, { [call]: () => Effect.succeed({ _tag, reason: code }) })
      await shop.restart()
      const checkout = await openCheckout(shop)
      const { action } = await checkout.confirm("three_ds_challenge")
      if (action?.type === "three_ds_challenge") await checkout.returnFromRedirect(action.session)
      expect(await checkout.payer().status()).toMatchObject({ status: "declined" })
      expect(stored.holding("three_ds:refused [withheld] long")).not.toEqual([])
      expect(stored.holding(number)).toEqual([])
    })
  })
})
