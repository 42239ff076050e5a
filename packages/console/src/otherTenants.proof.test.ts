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

  const filters = [
    ...["text", "startingAfter", "customer", "mid", "endpoint", "actor", "subject", "metadata"],
    ...["last4", "brand", "method", "payment", "plan", "status"]
  ]

  /** Reads an address with a text in one place. The answer has a word in place of the text. */
  const readWith = async (path: string, place: string, text: string): Promise<string> => {
    const value = encodeURIComponent(place === "metadata" ? `order=${text}` : text)
    const query = place === ":id" ? "" : `?${place}=${value}`
    const response = await opened.get(`${opened.data}${path.replace(":id", value)}${query}`)
    return answerOf(response, text)
  }

  const expectLikeNobodys = async (path: string, place: string, id: string) => {
    const given = await readWith(path, place, id)
    expectNothingOf([path, place, id], given)
    const expected = await readWith(path, place, nobodys(id))
    expect([path, place, id, given]).toEqual([path, place, id, expected])
  }

  it("shows nothing of them in any address, like an id that nobody has, byte for byte", async () => {
    for (const { path } of allReads.filter((read) => read.path.includes(":id"))) {
      for (const id of ids) await expectLikeNobodys(path, ":id", id)
    }
  })

  it("shows nothing of them in any filter, like an id or a cursor that nobody has", async () => {
    const cursors = await cursorsOf(rival)
    expect(cursors).toHaveLength(6)
    for (const { path } of allReads.filter((read) => !read.path.includes(":id"))) {
      for (const filter of filters) {
        for (const id of ids) await expectLikeNobodys(path, filter, id)
      }
      for (const cursor of cursors) await expectLikeNobodys(path, "startingAfter", cursor)
    }
  })

  it("changes nothing of theirs as the subject of any act, and in any part of its input", async () => {
    const before = await stateOf(opened, rival)
    for (const name of allActs.keys()) {
      for (const id of ids) {
        for (const inputWith of [() => ({}), (one: string) => inputOf(name, one)]) {
          const actWith = async (one: string) =>
            opened.act(name, { subject: one, input: inputWith(one) })
          const [response, other] = [await actWith(id), await actWith(nobodys(id))]
          const [text, expected] = [
            await answerOf(response, id),
            await answerOf(other, nobodys(id))
          ]
          expectNothingOf([name, id], text)
          expect([name, id, response.status]).toEqual([name, id, other.status])
          // An answer that is no refusal has the ids and secrets of new things.
          if (!response.ok) expect([name, id, text]).toEqual([name, id, expected])
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
  const terms = { amount: 77_777n, currency: "EUR", type: "one_off" } as const
  const order = { ...terms, paymentInstrument: card, metadata: { order: "rival-order" } }
  await rival.payments.create(order, key())
  const payment = await rival.payments.create(order, key())
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

/** Returns the whole answer, but the text that was asked for, the request's id and the time. */
const answerOf = async (response: Response, asked: string): Promise<string> => {
  const { "request-id": requestId = "none", ...headers } = Object.fromEntries(response.headers)
  const body = (await response.text()).replaceAll(requestId, "…").replace(/"now":\d+/, '"now":0')
  return [response.status, JSON.stringify(headers), body].join("\n").replaceAll(asked, "…")
}

/** Returns a text of the same form that nobody has. */
const nobodys = (text: string): string =>
  text.slice(0, -3) + text.slice(-3).replaceAll(/\w/g, (letter) => (letter === "7" ? "8" : "7"))

/** Returns cursors of the lists of a merchant. */
const cursorsOf = async (merchant: Merchant): Promise<ReadonlyArray<string>> => {
  const page = { limit: 1 }
  const lists = [
    await merchant.payments.list(page),
    await merchant.reporting.payments(page),
    await merchant.customers.list(page),
    await merchant.events.list(page),
    await merchant.audit.list(page),
    await merchant.ledger.statement("merchant_payable", page),
    await merchant.webhooks.deliveries(page)
  ]
  return lists.flatMap(({ nextCursor }) => nextCursor ?? [])
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
