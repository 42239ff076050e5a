import { describe, expect, it } from "vitest"
import { openShop, type Shop } from "./testing/openShop.ts"
import type { Json } from "./testing/shopClient.ts"

let keys = 0
const newKey = () => ({ idempotencyKey: `key ${keys++}` })

interface Request {
  /** The id in the path. */
  readonly id?: string
  readonly body?: Json
}

const money = { amount: 100n, currency: "EUR" } as const
const interval = { unit: "month", count: 1 } as const
const monthly = { ...money, name: "Monthly", interval } as const
const onWire = { ...monthly, amount: "100" }

const held = async ({ merchant, saveCard }: Shop) => {
  const paymentInstrument = await saveCard("approved")
  const authorization = { incremental: true }
  const order = { ...money, type: "one_off", paymentInstrument } as const
  const made = await merchant.payments.create(
    { ...order, captureMethod: "manual", authorization },
    newKey()
  )
  return made.id
}

const owner = async ({ merchant, saveCard }: Shop) => {
  const paymentInstrument = await saveCard("approved")
  const { customer } = await merchant.paymentInstruments.retrieve(paymentInstrument)
  return { customer, paymentInstrument }
}

const subscribed = async (shop: Shop) => {
  const terms = { ...money, interval, ...(await owner(shop)) }
  const { id } = await shop.merchant.subscriptions.create(terms, newKey())
  await shop.work()
  return id
}

/** A request of each route that changes something, by the name of its operation. */
const requests: Readonly<Record<string, (shop: Shop) => Promise<Request>>> = {
  createPayment: async () => ({ body: { ...money, amount: "100", type: "one_off" } }),
  capturePayment: async (shop) => ({ id: await held(shop), body: {} }),
  incrementAuthorization: async (shop) => ({ id: await held(shop), body: { amount: "200" } }),
  voidPayment: async (shop) => ({ id: await held(shop), body: {} }),
  createRefund: async (shop) => {
    const id = await held(shop)
    await shop.merchant.payments.capture(id, {}, newKey())
    await shop.work()
    return { id, body: {} }
  },
  createCheckoutSession: async () => ({ body: { ...money, amount: "100" } }),
  createPaymentInstrument: async (shop) => {
    const { id: customer } = await shop.merchant.customers.create({}, newKey())
    const storedCredential = { usage: "recurring" } as const
    const session = await shop.merchant.checkout.create(
      { ...money, customer, storedCredential },
      newKey()
    )
    const { publishableKey, box } = shop
    const payer = shop.payloom.payer({ publishableKey, sessionToken: session.sessionToken ?? "" })
    await payer.confirm({ method: "card", card: { ciphertext: await box.encryptCard("approved") } })
    return { body: { customer, checkout_session: session.id } }
  },
  createCustomer: async () => ({ body: {} }),
  updateCustomer: async ({ merchant }) => ({
    id: (await merchant.customers.create({}, newKey())).id,
    body: { name: "Ada" }
  }),
  detachPaymentInstrument: async ({ saveCard }) => ({ id: await saveCard("approved") }),
  createPlan: async () => ({ body: onWire }),
  updatePlan: async ({ merchant }) => ({
    id: (await merchant.plans.create(monthly, newKey())).id,
    body: { name: "Month" }
  }),
  createSubscription: async (shop) => {
    const { customer, paymentInstrument: payment_instrument } = await owner(shop)
    const { name: _, ...terms } = onWire
    return { body: { ...terms, customer, payment_instrument } }
  },
  updateSubscription: async (shop) => ({
    id: await subscribed(shop),
    body: { metadata: { a: "b" } }
  }),
  cancelSubscription: async (shop) => ({ id: await subscribed(shop), body: {} }),
  undoCancellation: async (shop) => {
    const id = await subscribed(shop)
    await shop.merchant.subscriptions.cancel(id, {}, newKey())
    return { id }
  },
  createPortalSession: async ({ merchant }) => ({
    body: { customer: (await merchant.customers.create({}, newKey())).id }
  }),
  revokePortalSession: async ({ merchant }) => {
    const { id: customer } = await merchant.customers.create({}, newKey())
    return { id: (await merchant.portalSessions.create({ customer }, newKey())).id }
  },
  pauseSubscription: async (shop) => ({ id: await subscribed(shop), body: {} }),
  resumeSubscription: async (shop) => {
    const id = await subscribed(shop)
    await shop.merchant.subscriptions.pause(id, {}, newKey())
    return { id }
  }
}

describe("every route that changes something", async () => {
  const shop = await openShop()
  const routes = shop.payloom.services.parts.routes.filter(
    ({ method, path }) => method !== "GET" && !path.startsWith("/payer")
  )

  it("has a request here", () => {
    expect(Object.keys(requests).sort()).toEqual(routes.map(({ name }) => name).sort())
  })

  it.each(routes.map((route) => [route.name, route] as const))(
    "%s writes one entry of its key and request, and none if it is repeated or refused",
    async (name, { method, path, calls }) => {
      const { id = "", body } = (await requests[name]?.(shop)) ?? {}
      const url = path.replace("{id}", id)
      const entries = async () => {
        const { data } = await shop.merchant.audit.list({ limit: 100 })
        return data.filter(({ operation }) => operation === calls.join("."))
      }
      const before = await entries()
      const refused =
        body === undefined
          ? await shop.send(method, path.replace("{id}", "none"))
          : await shop.send(method, url, { body: { ...body, odd: true } })
      expect(refused.status).toBeGreaterThan(399)
      expect(await entries()).toEqual(before)
      const sent = { key: `audited ${name}`, ...(body === undefined ? {} : { body }) }
      const reply = await shop.send(method, url, sent)
      expect([name, reply.status, reply.error]).toEqual([name, 200, {}])
      await shop.send(method, url, sent)
      const after = await entries()
      expect(after).toHaveLength(before.length + 1)
      expect(after[0]).toMatchObject({
        actor: { type: "api_key", id: expect.stringMatching(/^key_/) },
        // A portal session is about its customer.
        subject: name === "createPortalSession" ? reply.json.customer : id || reply.json.id,
        request: reply.headers.get("request-id")
      })
    }
  )
})
