import { randomUUID } from "node:crypto"
import type { Merchant } from "@payloom/core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { allActs, allReads } from "./rooms.ts"
import { type OpenConsole, openConsole } from "./testing/openConsole.ts"

const key = () => ({ idempotencyKey: randomUUID() })

/** Texts of the other merchant, which no answer to a person of the first merchant has. */
const secrets = ["rival@example.com", "rival-receiver.example", "77777", "777.77", "Rival Ltd"]

describe("an id of another merchant", () => {
  let opened: OpenConsole
  let rival: Merchant
  let ids: ReadonlyArray<string>
  beforeAll(async () => {
    opened = await openConsole({ isReporting: true })
    await opened.pay("approved")
    rival = await opened.box.openShop(opened.payloom, { reference: "rival" })
    ids = await fill(opened, rival)
    await opened.work()
    opened.signIn({ tenants: [opened.merchant.scope.tenant] })
  })
  afterAll(() => opened.close())

  /** An answer may repeat the id that it was asked for. */
  const expectNothingOf = (about: ReadonlyArray<string>, text: string) => {
    const found = secrets.filter((secret) => !about.includes(secret) && text.includes(secret))
    expect([...about, found]).toEqual([...about, []])
  }

  it("shows nothing of them in any address", async () => {
    for (const { path } of allReads.filter((read) => read.path.includes(":id"))) {
      for (const id of ids) {
        const response = await opened.get(`${opened.data}${path.replace(":id", id)}`)
        expectNothingOf([path, id], await response.text())
      }
    }
  })

  const filters = [
    ...["text", "startingAfter", "customer", "mid", "endpoint", "actor", "subject", "metadata"],
    ...["last4", "brand", "method", "payment", "plan", "status"]
  ]

  it("shows nothing of them in any filter", async () => {
    for (const { path } of allReads.filter((read) => !read.path.includes(":id"))) {
      for (const id of ids) {
        for (const filter of filters) {
          const value = filter === "metadata" ? `order=${id}` : id
          const response = await opened.get(`${opened.data}${path}?${filter}=${value}`)
          expectNothingOf([path, filter, id], await response.text())
        }
      }
    }
  })

  it("changes nothing of theirs as the subject of any act, and in any part of its input", async () => {
    const before = await stateOf(opened, rival)
    for (const name of allActs.keys()) {
      for (const id of ids) {
        for (const input of [{}, inputOf(name, id)]) {
          const response = await opened.act(name, { subject: id, input })
          expectNothingOf([name, id], await response.text())
        }
      }
    }
    await opened.work()
    expect(await stateOf(opened, rival)).toEqual(before)
  })
})

/** Makes things of every kind for a merchant. Returns their ids. */
const fill = async ({ box, payloom }: OpenConsole, rival: Merchant) => {
  const payer = { name: "Rival Ltd", email: "rival@example.com", reference: "R-1" }
  const customer = await rival.customers.create(payer, key())
  const endpoint = await rival.webhooks.create({ url: "https://rival-receiver.example/hooks" })
  const card = await box.saveCard(rival, "approved")
  const payment = await rival.payments.create(
    {
      ...{ amount: 77_777n, currency: "EUR", type: "one_off", paymentInstrument: card },
      metadata: { order: "rival-order" }
    },
    key()
  )
  const refund = await rival.payments.refund(payment.id, { amount: 7777n }, key())
  const interval = { unit: "month", count: 1 } as const
  const plan = await rival.plans.create(
    { name: "Rival Ltd", amount: 77_777n, currency: "EUR", interval },
    key()
  )
  const session = await rival.checkout.create({ amount: 77_777n, currency: "EUR" }, key())
  const apiKey = await payloom.tenants.createApiKey(rival.scope, "secret")
  while ((await payloom.runDue()) > 0);
  const listed = await Promise.all([
    rival.payments.listAttempts(payment.id),
    rival.events.list({ limit: 5 }),
    rival.webhooks.deliveries({ limit: 5 }),
    rival.customers.list({ limit: 5 })
  ])
  const mids = await rival.routing.listMids()
  return [
    ...[rival.scope.tenant, customer.id, endpoint.id, card, payment.id, refund.id, plan.id],
    ...[session.id, apiKey.id, "R-1", "rival-order", "rival@example.com"],
    ...listed.flatMap(({ data }) => data.map(({ id }): string => id)),
    ...mids.map(({ id }) => id)
  ]
}

/** Returns the state of a merchant that an act could change. */
const stateOf = async ({ payloom }: OpenConsole, merchant: Merchant) => ({
  settings: await payloom.tenants.settings(merchant.scope),
  audit: await merchant.audit.list({ limit: 100 }),
  events: await merchant.events.list({ limit: 100 }),
  endpoints: await merchant.webhooks.list(),
  deliveries: await merchant.webhooks.deliveries({ limit: 100 }),
  rules: await merchant.routing.rules(),
  mids: await merchant.routing.listMids(),
  books: await merchant.ledger.trialBalance(),
  customers: await merchant.customers.list({ limit: 100 })
})

/** Returns an input of an act that names another merchant's thing wherever an id may be. */
const inputOf = (name: string, id: string): object => {
  const targets = [{ mid: id, weight: 0 }]
  const rules = [{ name: "r", conditions: {}, order: "listed", targets }]
  const report = `reference,kind,gross,fee,currency\n${id},charge,777.77,0,EUR\n`
  const span = { from: 0, to: Date.now() }
  const inputs: Readonly<Record<string, object>> = {
    "payments.refund": { amount: "1" },
    "payments.resolveAttempt": { attempt: id, outcome: "declined" },
    "webhooks.create": { url: `https://receiver.example/${id}`, events: [id] },
    "webhooks.update": { url: "https://thief.example/hooks" },
    "webhooks.replay": { endpoint: id, from: 0 },
    "routing.updateMid": { enabled: false },
    "routing.setRules": { rules, seen: "[]" },
    "routing.simulate": { rules, seen: "[]" },
    "ledger.compare": { ...span, file: report, form: "plain" },
    "ledger.reconcile": { ...span, file: report, form: "plain" },
    "subscriptions.recoverySession": { publishableKey: id },
    "portalSessions.create": { customer: id, subscription: id },
    "tenants.createApiKey": { kind: "publishable", tenant: id },
    "plans.update": { status: "retired" },
    "consumers.replay": { consumer: id },
    "alerts.resolve": { note: id },
    "disputes.submitEvidence": { reason: id, texts: {}, files: [], isFinal: false }
  }
  return inputs[name] ?? { id, tenant: id, payment: id, customer: id }
}
