import { coreParts } from "@payloom/core"
import { Clock, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { browserOf, createSession, openCheckoutShop } from "./testing/openCheckout.ts"
import type { Json, Reply } from "./testing/shopClient.ts"

const shop = await openCheckoutShop()

/** Calls every operation. Returns the answers by the operation's path. */
const doEverything = async (): Promise<ReadonlyMap<string, Reply>> => {
  const replies = new Map<string, Reply>()
  const ask = async (method: string, path: string, id: unknown = "", body?: Json) => {
    const sent = body === undefined ? {} : { body }
    const reply = await shop.send(method, path.replace("{id}", String(id)), sent)
    replies.set(`${method} ${path}`, reply)
    return reply.json
  }
  const payment = { amount: "1250", currency: "EUR", type: "one_off" }
  const customer = await ask("POST", "/customers", "", { name: "A" })
  await ask("GET", "/customers")
  await ask("GET", "/customers/{id}", customer.id)
  await ask("PATCH", "/customers/{id}", customer.id, { name: "B" })
  const interval = { unit: "month", count: 1 }
  const price = { amount: "1250", currency: "EUR", interval }
  const plan = await ask("POST", "/plans", "", { name: "Monthly", ...price })
  await ask("GET", "/plans")
  await ask("GET", "/plans/{id}", plan.id)
  await ask("PATCH", "/plans/{id}", plan.id, { status: "retired" })
  const session = await ask("POST", "/checkout_sessions", "", { amount: "1250", currency: "EUR" })
  await browserOf(shop, session).pay("approved")
  await ask("GET", "/checkout_sessions")
  await ask("GET", "/checkout_sessions/{id}", session.id)
  const from = { customer: customer.id, checkout_session: session.id }
  const instrument = await ask("POST", "/payment_instruments", "", from)
  const cards = await shop.get(`/payment_instruments?customer=${customer.id}`)
  replies.set("GET /payment_instruments", cards)
  await ask("GET", "/payment_instruments/{id}", instrument.id)
  const held = { ...payment, payment_instrument: instrument.id, capture_method: "manual" }
  const captured = await ask("POST", "/payments", "", held)
  await ask("POST", "/payments/{id}/capture", captured.id, {})
  const authorization = { incremental: true }
  const raised = await ask("POST", "/payments", "", { ...held, authorization })
  await ask("POST", "/payments/{id}/increment", raised.id, { amount: "2000" })
  const voided = await ask("POST", "/payments", "", held)
  await ask("POST", "/payments/{id}/void", voided.id, {})
  await shop.work()
  await ask("POST", "/payments/{id}/refunds", captured.id, {})
  await ask("GET", "/payments/{id}/refunds", captured.id)
  await ask("GET", "/payments/{id}/attempts", captured.id)
  await ask("GET", "/payments")
  await ask("GET", "/payments/{id}", captured.id)
  const payer = { customer: customer.id, payment_instrument: instrument.id }
  const { id } = await ask("POST", "/subscriptions", "", { ...payer, ...price })
  await shop.work()
  await ask("GET", "/subscriptions")
  await ask("GET", "/subscriptions/{id}", id)
  await ask("GET", "/subscriptions/{id}/billing_cycles", id)
  await ask("PATCH", "/subscriptions/{id}", id, { metadata: { shelf: "top" } })
  await ask("POST", "/subscriptions/{id}/pause", id)
  await ask("POST", "/subscriptions/{id}/resume", id)
  await ask("POST", "/subscriptions/{id}/undo_cancel", id)
  const portal = await ask("POST", "/portal_sessions", "", { customer: customer.id })
  await ask("GET", "/portal_sessions/{id}", portal.id)
  await ask("POST", "/portal_sessions/{id}/revoke", portal.id)
  await ask("POST", "/subscriptions/{id}/cancel", id, { cancel_at_period_end: false })
  await ask("POST", "/payment_instruments/{id}/detach", instrument.id)
  const disputed = { attempts: captured.attempts as never }
  await Effect.runPromise(
    Effect.provideService(shop.box.dispute(disputed), Clock.Clock, shop.clock)
  )
  await shop.box.notify(shop.payloom)
  const disputes = (await ask("GET", "/disputes")).data as ReadonlyArray<Json>
  await ask("GET", "/disputes/{id}", disputes[0]?.id)
  const events = (await ask("GET", "/events")).data as ReadonlyArray<Json>
  await ask("GET", "/events/{id}", events[0]?.id)
  return replies
}

describe("every success", () => {
  it("is 200, creations included", async () => {
    const replies = await doEverything()
    const known = coreParts.routes.map(({ method, path }) => `${method} ${path}`)
    expect([...replies.keys()].sort()).toEqual(known.sort())
    for (const [operation, { status }] of replies) {
      expect([operation, status]).toEqual([operation, 200])
    }
  })

  it("is 200 for the payer too, a decline included", async () => {
    const browser = browserOf(shop, await createSession(shop))
    const replies = [await browser.read(), await browser.pay("insufficient_funds")]
    replies.push(await browser.status(), await browser.pay("approved"))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(replies.map(({ json }) => json.status)).toEqual([
      "active",
      "declined",
      "declined",
      "succeeded"
    ])
  })

  it("is 200 for a creation that is replayed or declined", async () => {
    const card = await shop.saveCard("do_not_honor")
    for (const time of ["first", "replay"]) {
      const { status, json } = await shop.pay({ payment_instrument: card }, { key: "declined" })
      expect([time, status, json.status]).toEqual([time, 200, "declined"])
    }
  })
})
