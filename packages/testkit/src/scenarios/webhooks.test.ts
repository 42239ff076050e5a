import {
  WebhookEndpointCollection,
  type WebhookEndpointWithSecret,
  type WebhookRequest
} from "@payloom/core"
import { Effect } from "effect"
import { Webhook } from "standardwebhooks"
import { describe, expect, it } from "vitest"
import { alertsOf, auditedShops } from "./testing/auditedShops.ts"
import { day, hour, minute, type Shop, second } from "./testing/openShop.ts"
import { shopsWithWebhooks, url } from "./testing/shopsWithWebhooks.ts"
import { answers, hangs } from "./testing/webhookSink.ts"

const audited = auditedShops()
const open = shopsWithWebhooks()

const bodyOf = ({ body }: WebhookRequest) => JSON.parse(body)

const deliveries = async (shop: Shop, query: { readonly endpoint?: string } = {}) =>
  (await shop.shop().webhooks.deliveries({ limit: 100, ...query })).data

/** Throws if the signature is invalid, as a receiver would. The clock is the test's. */
const verified = ({ secret }: WebhookEndpointWithSecret, { headers, body }: WebhookRequest) => {
  const at = new Date(Number(headers["webhook-timestamp"]) * 1000)
  const signed = new Webhook(secret).sign(headers["webhook-id"] ?? "", at, body)
  return (headers["webhook-signature"] ?? "").split(" ").includes(signed)
}

describe("a webhook endpoint", () => {
  it("gets an event as the bytes that retrieving it answers, signed", async () => {
    const { shop, received } = await open()
    const endpoint = await shop.shop().webhooks.create({ url })
    const payment = await shop.pay("approved")
    await shop.work()
    expect(received).toHaveLength(1)
    const [request] = received as [WebhookRequest]
    expect(request).toMatchObject({ url, mode: "test", timeoutMs: 15_000 })
    const event = bodyOf(request)
    expect(event).toMatchObject({
      object: "event",
      type: "payment.succeeded",
      delivered_at: null,
      livemode: false,
      data: {
        object: { id: payment.id, status: "succeeded", amount: "1250", currency: "EUR" },
        payment_id: payment.id
      }
    })
    expect(request.headers).toMatchObject({
      "content-type": "application/json",
      "webhook-id": event.id,
      "webhook-timestamp": `${shop.clock.now() / 1000}`
    })
    expect(verified(endpoint, request)).toBe(true)
    expect(verified({ ...endpoint, secret: "whsec_AAAA" }, request)).toBe(false)
  })

  it("has its deliveries in the commit of the event, before anything is sent", async () => {
    const { shop, received } = await open()
    const { id } = await shop.shop().webhooks.create({ url })
    await shop.pay("approved")
    expect(received).toEqual([])
    const [event] = (await shop.shop().events.list()).data
    expect(await deliveries(shop)).toMatchObject([
      {
        object: "webhook_delivery",
        endpoint: id,
        event: event?.id,
        status: "pending",
        attempts: []
      }
    ])
  })

  it("gets the types that it wants, and no internal event", async () => {
    const { shop, received } = await open()
    await shop.shop().webhooks.create({ url, types: ["payment.declined"] })
    await shop.shop().webhooks.create({ url: `${url}/all` })
    await shop.pay("approved", { captureMethod: "manual" })
    await shop.pay("insufficient_funds")
    await shop.elapse(8 * day)
    const typesAt = (at: string) =>
      received.filter((request) => request.url === at).map((request) => bodyOf(request).type)
    expect(typesAt(url)).toEqual(["payment.declined"])
    expect(typesAt(`${url}/all`)).toEqual([
      "payment.authorized",
      "payment.declined",
      "payment.expired"
    ])
  })

  it("does not get events from before its creation", async () => {
    const { shop, received } = await open()
    await shop.pay("approved")
    await shop.shop().webhooks.create({ url })
    await shop.elapse(day)
    expect(received).toEqual([])
  })

  it("of one mode gets nothing of the other mode or of another merchant", async () => {
    const { shop, received } = await open()
    const { payloom } = shop.process()
    const { tenant } = shop.shop().scope
    await payloom.merchant({ tenant, mode: "live" }).webhooks.create({ url })
    const other = await payloom.tenants.create({ displayName: "Other", defaultCurrency: "EUR" })
    await payloom.merchant({ tenant: other.id, mode: "test" }).webhooks.create({ url })
    await shop.pay("approved")
    await shop.elapse(day)
    expect(received).toEqual([])
  })

  it("has its secret shown once, and stored encrypted", async () => {
    const { shop } = await open()
    const { secret, ...endpoint } = await shop.shop().webhooks.create({ url, description: "ERP" })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await shop.shop().webhooks.retrieve(endpoint.id)).toEqual(endpoint)
    expect((await shop.shop().webhooks.list()).data).toEqual([endpoint])
    const rows = await shop.run(
      shop.storage.page(shop.shop().scope, WebhookEndpointCollection, {
        order: "asc",
        limit: 10
      })
    )
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
  })

  it("after a rotation gets signatures of both secrets, and a day later only of the new one", async () => {
    const { shop, received } = await open()
    const first = await shop.shop().webhooks.create({ url })
    const second = await shop.shop().webhooks.rotateSecret(first.id)
    expect(second.oldSecretUntil).toBe(shop.clock.now() + day)
    await shop.pay("approved")
    await shop.work()
    const signs = (request: WebhookRequest | undefined) =>
      request && [verified(first, request), verified(second, request)]
    expect(signs(received.at(-1))).toEqual([true, true])
    await shop.elapse(day)
    await shop.pay("approved")
    await shop.work()
    expect(signs(received.at(-1))).toEqual([false, true])
  })

  it("after two rotations within a day gets signatures of the two newest secrets", async () => {
    const { shop, received } = await open()
    const first = await shop.shop().webhooks.create({ url })
    const second = await shop.shop().webhooks.rotateSecret(first.id)
    const third = await shop.shop().webhooks.rotateSecret(first.id)
    await shop.pay("approved")
    await shop.work()
    const [request] = received
    const signed = [first, second, third].map((each) => request && verified(each, request))
    expect(signed).toEqual([false, true, true])
  })
})

describe("a delivery that fails", () => {
  it("is retried by the schedule, with the same bytes and id, until it has failed for good", async () => {
    const { shop, sink, received } = await open()
    sink.conducts.set(url, () => answers(500, "out of order"))
    const { id } = await shop.shop().webhooks.create({ url })
    await shop.pay("approved")
    const began = shop.clock.now()
    await shop.elapse(4 * day)
    expect(received).toHaveLength(10)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1)
    const [delivery] = await deliveries(shop)
    const waits = [
      5 * second,
      5 * minute,
      30 * minute,
      ...[2, 5, 10, 14, 20, 24].map((h) => h * hour)
    ]
    const times = delivery?.attempts.map(({ at }) => at) ?? []
    expect(times[0]).toBe(began)
    for (const [nth, wait] of waits.entries()) {
      const waited = (times[nth + 1] ?? 0) - (times[nth] ?? 0)
      expect(Math.abs(waited - wait)).toBeLessThanOrEqual(wait / 10)
    }
    expect(delivery).toMatchObject({ status: "failed" })
    expect(delivery?.attempts[0]).toMatchObject({
      status: 500,
      error: null,
      excerpt: "out of order"
    })
    expect((await shop.shop().webhooks.retrieve(id)).failingSince).toBe(began)
  })

  it("is delivered when the endpoint accepts it, and the event has the time of the first delivery", async () => {
    const { shop, sink, received } = await open()
    sink.conducts.set(url, () => answers(503))
    await shop.shop().webhooks.create({ url })
    await shop.shop().webhooks.create({ url: `${url}/slow` })
    sink.conducts.set(`${url}/slow`, () => answers(503))
    await shop.pay("approved")
    await shop.work()
    const event = async () => (await shop.shop().events.list()).data[0]
    expect((await event())?.deliveredAt).toBeNull()
    sink.conducts.delete(url)
    await shop.elapse(minute)
    const at = (await event())?.deliveredAt
    expect(at).toBeGreaterThan(0)
    sink.conducts.clear()
    await shop.elapse(hour)
    expect((await event())?.deliveredAt).toBe(at)
    const retrieved = await shop.shop().events.retrieve((await event())?.id ?? "")
    expect(retrieved.deliveredAt).toBe(at)
    expect((await deliveries(shop)).map(({ status }) => status)).toEqual(["delivered", "delivered"])
    expect(received.every((request) => bodyOf(request).delivered_at === null)).toBe(true)
  })

  it("has 15 seconds, and a sender that takes longer is interrupted", async () => {
    const { shop, sink } = await open()
    sink.conducts.set(url, () => hangs)
    await shop.shop().webhooks.create({ url })
    await shop.pay("approved")
    await shop.work()
    const [delivery] = await deliveries(shop)
    expect(delivery?.attempts).toEqual([
      {
        at: expect.any(Number),
        durationMs: 16_000,
        status: null,
        error: "It did not answer in time.",
        excerpt: null
      }
    ])
  })

  it.each([301, 302, 307, 308, 400, 404, 429, 500])("with answer %i is retried", async (status) => {
    const { shop, sink, received } = await open()
    sink.conducts.set(url, () => answers(status))
    await shop.shop().webhooks.create({ url })
    await shop.pay("approved")
    await shop.elapse(minute)
    expect(received).toHaveLength(2)
  })

  it("waits for as long as the endpoint asks", async () => {
    const { shop, sink, received } = await open()
    sink.conducts.set(url, () =>
      Effect.succeed({ _tag: "Answered", status: 429, excerpt: "", retryAfterMs: hour })
    )
    await shop.shop().webhooks.create({ url })
    await shop.pay("approved")
    await shop.elapse(59 * minute)
    expect(received).toHaveLength(1)
    await shop.elapse(minute)
    expect(received).toHaveLength(2)
  })

  it("with a sender that throws is retried", async () => {
    const { shop, sink } = await open()
    sink.conducts.set(url, () => Effect.die(new Error("no socket")))
    await shop.shop().webhooks.create({ url })
    await shop.pay("approved")
    await shop.work()
    expect((await deliveries(shop))[0]).toMatchObject({
      status: "pending",
      attempts: [{ status: null, error: "Error: no socket" }]
    })
  })
})

describe("a delivery without a sender", () => {
  it("stays queued, and is sent by a process that has a sender", async () => {
    const shop = await audited()
    await shop.shop().webhooks.create({ url })
    await shop.pay("approved")
    await shop.elapse(day)
    expect(await deliveries(shop)).toMatchObject([{ status: "pending", attempts: [] }])
    expect(alertsOf(shop)).toEqual([])
  })
})
