import type { Payment } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { notifyingShop } from "./testing/notifyingShop.ts"
import { day, type Shop } from "./testing/openShop.ts"
import { webhookSink } from "./testing/webhookSink.ts"

const audited = auditedShops()

const storyOf = (shop: Shop, { id }: Pick<Payment, "id">) => shop.shop().payments.story(id)

/** Makes a payment with a cascade, a refund, and a lost dispute. */
const eventful = async () => {
  const sink = webhookSink()
  const { shop, dispute } = await notifyingShop((options) =>
    audited({ ...options, webhooks: sink })
  )
  const endpoint = await shop.shop().webhooks.create({ url: "https://shop.example/hooks" })
  const payment = await shop.pay("cascade")
  await shop.pay("approved")
  const key = { idempotencyKey: "back" }
  await shop.until(shop.shop().payments.refund(payment.id, { amount: 250n }, key))
  await shop.elapse(day)
  const [reference, at] = [shop.lastAttempt(payment), shop.mids[1]]
  await dispute(reference, { stage: "chargeback_received", amount: 1000n }, at)
  await shop.elapse(day)
  await dispute(reference, { stage: "lost", amount: 1000n }, at)
  await shop.elapse(day)
  return { shop, payment, endpoint }
}

describe("a payment's timeline", () => {
  it("explains the route and the result of each attempt", async () => {
    const { shop, payment } = await eventful()
    const { attempts, payment: standing } = await storyOf(shop, payment)
    expect(standing).toEqual(await shop.shop().payments.retrieve(payment.id))
    expect(attempts).toEqual(await shop.shop().payments.explain(payment.id))
    const [first, second] = shop.mids
    expect(attempts).toMatchObject([
      {
        provider: expect.any(String),
        status: "declined",
        mid: first,
        candidates: [
          { mid: first, verdict: "usable" },
          { mid: second, verdict: "usable" }
        ],
        created: expect.any(Number),
        settledAt: expect.any(Number)
      },
      { status: "captured", mid: second, decline: null }
    ])
  })

  it("lists changes of the payment, its refunds and disputes, in order, and nothing else", async () => {
    const { shop, payment } = await eventful()
    const { events } = await storyOf(shop, payment)
    const all = await shop.events(payment.id)
    expect(events.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    expect(events.map(({ type }) => type)).toEqual([
      "payment.succeeded",
      "refund.pending",
      "refund.succeeded",
      "payment.partially_refunded",
      "dispute.created",
      "dispute.lost"
    ])
    expect(events.every(({ scope }) => scope === shop.shop().scope)).toBe(true)
  })

  it("lists the deliveries to merchants", async () => {
    const { shop, payment, endpoint } = await eventful()
    const { events, deliveries } = await storyOf(shop, payment)
    const published = events.filter((event) => event.published)
    expect(deliveries.map(({ event }) => event)).toEqual(published.map(({ id }) => id))
    for (const { status, endpoint: to } of deliveries) {
      expect([status, to]).toEqual(["delivered", endpoint.id])
    }
  })

  it("lists the bookings, in groups that sum to zero", async () => {
    const { shop, payment } = await eventful()
    const { books } = await storyOf(shop, payment)
    expect(books).toEqual(await shop.ledger(payment.id))
    expect(books.map(({ kind }) => kind)).toEqual([
      "capture",
      "refund",
      "dispute_hold",
      "dispute_loss"
    ])
  })

  it("is short if little happened", async () => {
    const shop = await audited()
    const payment = await shop.pay("insufficient_funds")
    const story = await storyOf(shop, payment)
    expect(story).toMatchObject({
      payment: { status: "declined" },
      events: [{ type: "payment.declined" }],
      deliveries: [],
      books: []
    })
  })

  it("is refused if there is no such payment", async () => {
    const shop = await audited()
    const refused = storyOf(shop, { id: "payment_00000000000000000000000000" as Payment["id"] })
    await expect(refused).rejects.toMatchObject({ _tag: "ResourceNotFound" })
  })
})
