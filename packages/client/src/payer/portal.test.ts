import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openServedShop, type ServedShop } from "../testing/openServedShop.ts"
import { createPortalClient } from "./createPortalClient.ts"

let shop: ServedShop
beforeAll(async () => {
  shop = await openServedShop()
})
afterAll(() => shop.payloom.close())

/** Subscribes a new customer, and opens their portal. */
const openPortal = async () => {
  const card = await shop.saveCard("approved")
  const { customer } = await shop.client.paymentInstruments.retrieve(card)
  const { id } = await shop.client.subscriptions.create(
    {
      customer: String(customer),
      payment_instrument: card,
      amount: 900n,
      currency: "EUR",
      interval: { unit: "month", count: 1 }
    },
    { idempotencyKey: randomUUID() }
  )
  const session = await shop.client.portalSessions.create({
    customer: String(customer),
    allow: ["payment_instruments", "cancel", "cancel_now", "pause", "pay_overdue", "receipts"]
  })
  const portal = createPortalClient({
    baseUrl: "https://pay.shop.example",
    publishableKey: shop.publishableKey,
    sessionToken: session.session_token ?? "",
    fetch: shop.fetch
  })
  await expect
    .poll(async () => (await portal.listSubscriptions()).data[0]?.status, { timeout: 20_000 })
    .toBe("active")
  return { portal, card, id }
}

describe("the portal's client", () => {
  it("reads the portal, cards, subscriptions and receipts", async () => {
    const { portal, card, id } = await openPortal()
    expect(await portal.retrieve()).toMatchObject({ object: "portal", merchant: "Shop" })
    const cards: Array<unknown> = []
    for await (const saved of portal.listInstruments({ limit: 1 })) {
      cards.push([saved.id, saved.subscriptions])
    }
    expect(cards).toEqual([[card, [id]]])
    const [receipt] = (await portal.listReceipts()).data
    expect(receipt).toMatchObject({ object: "receipt", amount: "900" })
    expect(await portal.receipt(receipt?.id ?? "")).toEqual(receipt)
  })

  it("cancels, takes that back, pauses and resumes, also if the answers are lost", async () => {
    const { portal, id } = await openPortal()
    shop.weather.push("lost after")
    const ending = await portal.cancel(id, { cancel_at_period_end: true })
    expect(ending.cancel_at_period_end).toBe(true)
    expect((await portal.undoCancel(id)).cancel_at_period_end).toBe(false)
    expect((await portal.pause(id)).status).toBe("paused")
    expect((await portal.resume(id)).status).toBe("active")
    await portal.cancel(id, { cancel_at_period_end: false })
    expect((await portal.listSubscriptions()).data).toEqual([])
  })

  it("adds a card by a checkout session, and refuses to remove a card in use", async () => {
    const { portal, card } = await openPortal()
    expect(await portal.addInstrument()).toMatchObject({
      object: "portal_checkout",
      session_token: expect.any(String)
    })
    expect(await portal.makeDefault(card)).toMatchObject({ id: card, is_default: true })
    await expect(portal.removeInstrument(card)).rejects.toMatchObject({ outcome: "refused" })
  })

  it("names the option and the argument that are wrong", async () => {
    const { portal } = await openPortal()
    const options = { baseUrl: "https://pay.shop.example", publishableKey: "pk_test_1" }
    expect(() => createPortalClient({ ...options, sessionToken: "" })).toThrow(
      "sessionToken must be the token of a portal session."
    )
    expect(() => portal.cancel("")).toThrow("needs its id")
  })
})
