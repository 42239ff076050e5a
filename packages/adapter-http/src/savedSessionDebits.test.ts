import { describe, expect, it } from "vitest"
import { browserOf, createSession, openCheckoutShop, shopOrigin } from "./testing/openCheckout.ts"
import { itemsOf } from "./testing/shopClient.ts"

const shop = await openCheckoutShop()
const { routing } = shop.merchant
for (const { id } of await routing.listMids()) {
  await routing.updateMid(id, { methods: ["card", "apm"] })
}
const minute = 60_000

/** Pays a session by a debit, waits until it is approved, and returns the session's id. */
const payByDebit = async (): Promise<unknown> => {
  const session = await createSession(shop, { stored_credential: { usage: "unscheduled" } })
  const { json } = await browserOf(shop, session).send("POST", "/session/confirm", {
    method: "apm",
    apm: {
      type: "sandbox_debit",
      details: { name: "Ada Lovelace", account_number: "DE89370400440532013000" }
    },
    return_url: `${shopOrigin}/done`
  })
  expect(json.status).toBe("processing")
  await shop.clock.advance(minute)
  await shop.payloom.runDue()
  return session.id
}

describe("saving the debit of a checkout session", () => {
  it("answers an instrument that pays, and that a list of payments expands", async () => {
    const customer = (await shop.post("/customers", {})).json.id
    const checkout_session = await payByDebit()
    const saved = await shop.post("/payment_instruments", { customer, checkout_session })
    expect(saved.json).toMatchObject({
      object: "payment_instrument",
      customer,
      type: "apm",
      card: null,
      apm: { type: "sandbox_debit", last4: "3000", country: "DE" },
      detached: false
    })
    expect(saved.text).not.toMatch(/token|DE89|37040044/)
    const paid = await shop.pay({ payment_instrument: saved.json.id })
    expect(paid.json.status).toBe("processing")
    const [expanded] = itemsOf(await shop.get("/payments?expand[]=payment_instrument"))
    expect(expanded).toMatchObject({ id: paid.json.id, payment_instrument: saved.json })
  })
})
