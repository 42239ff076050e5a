import type { VaultedCard } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { newKey } from "./testing/subscribing.ts"

const open = auditedShops()

/** A vault that returns card countries in lower case. */
const inSmallLetters = {
  vault: (vault: { readonly store: (card: never) => unknown }) =>
    ({
      ...vault,
      store: (card: never) =>
        Effect.map(vault.store(card) as Effect.Effect<VaultedCard>, (stored) => ({
          ...stored,
          country: "de"
        }))
    }) as never
}

describe("a country code in lower case", () => {
  it("of a customer is stored in upper case, on create and on update", async () => {
    const shop = await open()
    const { customers } = shop.shop()
    const made = await customers.create({ billingAddress: { country: "de" } }, newKey())
    expect(made.billingAddress.country).toBe("DE")
    const changed = await customers.update(
      made.id,
      { billingAddress: { country: "fr", postalCode: "75001" } },
      newKey()
    )
    expect(changed.billingAddress).toEqual({ country: "FR", postalCode: "75001" })
    const kept = await customers.update(made.id, { billingAddress: { postalCode: "1" } }, newKey())
    expect(kept.billingAddress.country).toBe("FR")
  })

  it("of a customer or a payer reaches providers in upper case", async () => {
    const shop = await open()
    const customer = await shop
      .shop()
      .customers.create({ billingAddress: { country: "at" } }, newKey())
    const known = await openCheckout(shop, { amount: 1n, currency: "EUR", customer: customer.id })
    await known.confirm("approved")
    const typed = await openCheckout(shop, { amount: 1n, currency: "EUR" })
    const ciphertext = await shop.box.encryptCard("approved")
    await shop.until(
      typed
        .payer()
        .confirm({ method: "card", card: { ciphertext }, billingAddress: { country: "ch" } })
    )
    expect(shop.requests.map(({ billingAddress }) => billingAddress.country)).toEqual(["AT", "CH"])
  })

  it("of a session, of a card and of a routing rule matches the code in upper case", async () => {
    const shop = await open(inSmallLetters)
    const [first = "", second = ""] = shop.mids
    const { routing, checkout } = shop.shop()
    const target = (mid: string) => ({ order: "listed", targets: [{ mid, weight: 1 }] }) as const
    const rules = await routing.setRules([
      { name: "by card", conditions: { cardCountries: ["de"], amountTo: 10n }, ...target(second) },
      { name: "by market", conditions: { countries: ["gb"] }, ...target(second) },
      { name: "others", conditions: {}, ...target(first) }
    ])
    expect(rules.map(({ conditions }) => conditions)).toMatchObject([
      { cardCountries: ["DE"] },
      { countries: ["GB"] },
      {}
    ])
    await shop.pay("approved", { amount: 10n })
    const session = await checkout.create(
      { amount: 500n, currency: "EUR", country: "gb" },
      newKey()
    )
    expect(session.country).toBe("GB")
    const sold = await openCheckout(shop, { amount: 500n, currency: "EUR", country: "gb" })
    await sold.confirm("approved")
    await shop.pay("approved", { amount: 500n })
    expect(shop.requests.map(({ mid }) => mid.id)).toEqual([second, second, first])
    const saved = await shop
      .shop()
      .cards.save({ ciphertext: await shop.box.encryptCard("approved") })
    expect(saved.card.country).toBe("DE")
  })

  it("with more letters is refused, and the error shows a valid code", async () => {
    const shop = await open()
    const create = shop.shop().customers.create({ billingAddress: { country: "deu" } }, newKey())
    await expect(create).rejects.toMatchObject({
      message: expect.stringContaining("must be a two-letter country code, such as DE")
    })
  })
})
