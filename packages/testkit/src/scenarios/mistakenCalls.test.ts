import { readFileSync } from "node:fs"
import { Payloom } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { sandbox } from "../sandbox/sandbox.ts"
import { memory } from "../storage/memory.ts"

const box = sandbox()
const payloom = await Payloom.make({ ...box.setup, storage: memory(), workers: false })
const shop = await box.openShop(payloom)
const other = await box.openShop(payloom, { reference: "other" })
const closed = await Payloom.make({ ...box.setup, storage: memory() })
await closed.close()
const card = await box.saveCard(shop, "approved")
const foreignCard = await box.saveCard(other, "approved")

let keys = 0
const key = () => ({ idempotencyKey: `call-${++keys}` })
const payment = {
  amount: 1250n,
  currency: "EUR",
  type: "one_off",
  paymentInstrument: card
} as const
const pay = (more: object = {}) => shop.payments.create({ ...payment, ...more }, key())
const paid = await pay()
const partly = await pay()
await shop.payments.refund(partly.id, { amount: 1000n }, key())
const empty = await pay()
await shop.payments.refund(empty.id, {}, key())
const held = await pay({ captureMethod: "manual" })
const declined = await pay({ paymentInstrument: await box.saveCard(shop, "insufficient_funds") })
await shop.payments.create(payment, { idempotencyKey: "used" })
const customer = await shop.customers.create({}, key())
const session = await shop.checkout.create({ amount: 1n, currency: "EUR" }, key())

type Service =
  | "cards"
  | "checkout"
  | "customers"
  | "ledger"
  | "paymentInstruments"
  | "payments"
  | "plans"
  | "routing"
  | "webhooks"
type Untyped = Readonly<Record<string, (...input: ReadonlyArray<unknown>) => unknown>>

/** Returns a service as an untyped program sees it. */
const of = (service: Service) => shop[service] as unknown as Untyped
const untyped = (value: object) => value as Untyped
const create = (more: object, options: unknown = key()) =>
  of("payments").create?.({ ...payment, ...more }, options)
const rules = (given: unknown) => of("routing").setRules?.(given)
const plan = { name: "Club", amount: 900n, currency: "EUR", interval: { unit: "month", count: 1 } }

/** The expected messages, by the name of the mistake. */
const messages: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL("./testing/mistakenCalls.json", import.meta.url), "utf8")
)

const calls: ReadonlyArray<readonly [name: string, call: () => unknown]> = [
  ["no id", () => of("payments").retrieve?.()],
  ["a resource for its id", () => of("payments").retrieve?.(paid)],
  ["a resource for its id in a refund", () => of("payments").refund?.(paid, { amount: 1n }, key())],
  ["an id in small letters", () => of("payments").retrieve?.("payment_01hzx3j6w2q8n4t7v9b5c1d0ef")],
  ["a card number for an id", () => of("payments").retrieve?.("4242424242424242")],
  ["the id of another kind", () => of("customers").retrieve?.(paid.id)],
  ["a card of another tenant", () => create({ paymentInstrument: foreignCard })],
  ["a whole card for its id", () => create({ paymentInstrument: { id: card } })],
  ["a customer whose card it is not", () => create({ customer: customer.id })],
  ["an amount of 19 digits", () => create({ amount: 9223372036854775808n })],
  ["a currency that is a number", () => create({ currency: 978 })],
  ["a currency with other characters", () => create({ currency: "E\u202eR" })],
  ["an e-mail address for a customer", () => create({ customer: "ada@shop.example" })],
  ["metadata of too many keys", () => create({ metadata: metadataOf(60) })],
  ["metadata with a long key", () => create({ metadata: { ["k".repeat(41)]: "v" } })],
  ["metadata with a long value", () => create({ metadata: { note: "v".repeat(501) } })],
  ["a name with other characters", () => create({ "amount\n\u202e": 1 })],
  ["a misspelt key for the idempotency key", () => create({}, { idempotency_key: "order-1" })],
  ["an idempotency key that is a number", () => create({}, { idempotencyKey: 1 })],
  ["a long idempotency key", () => create({}, { idempotencyKey: "k".repeat(300) })],
  ["an idempotency key with an umlaut", () => create({}, { idempotencyKey: "größe" })],
  ["a misspelt option", () => create({}, { ...key(), hostWrite: () => undefined })],
  [
    "a key that was used for another amount",
    () => create({ amount: 1n }, { idempotencyKey: "used" })
  ],
  ["options in the place of the input", () => of("payments").capture?.(held.id, key())],
  [
    "a capture of more than is held",
    () => shop.payments.capture(held.id, { amount: 1251n }, key())
  ],
  ["a capture without input", () => of("payments").capture?.(held.id)],
  ["a capture of what was paid", () => shop.payments.capture(paid.id, {}, key())],
  ["a capture of what was declined", () => shop.payments.capture(declined.id, {}, key())],
  ["a void of what was paid", () => shop.payments.void(paid.id, {}, key())],
  ["a cancel of what was paid", () => shop.payments.cancel(paid.id)],
  ["a cancel of what is held", () => shop.payments.cancel(held.id)],
  ["a refund of more than was paid", () => shop.payments.refund(paid.id, { amount: 1251n }, key())],
  ["a refund of more than is left", () => shop.payments.refund(partly.id, { amount: 251n }, key())],
  ["a refund of what is refunded", () => shop.payments.refund(empty.id, {}, key())],
  ["a refund of what is held", () => shop.payments.refund(held.id, {}, key())],
  ["a refund of what was declined", () => shop.payments.refund(declined.id, {}, key())],
  [
    "a card number for an amount",
    () => shop.payments.capture(held.id, { amount: 378282246310005n }, key())
  ],
  ["an interval that is a word", () => of("plans").create?.({ ...plan, interval: "month" }, key())],
  [
    "an adverb for a unit",
    () => of("plans").create?.({ ...plan, interval: { unit: "monthly", count: 1 } }, key())
  ],
  ["a trial by another name", () => of("plans").create?.({ ...plan, trial_days: 14 }, key())],
  [
    "a card of another customer",
    () => shop.customers.update(customer.id, { defaultPaymentInstrument: card }, key())
  ],
  [
    "an origin that is not allowed",
    () => shop.checkout.create({ successUrl: "https://a.example/x" }, key())
  ],
  ["a time in seconds", () => shop.checkout.create({ expiresAt: 1_800_000_000 }, key())],
  [
    "a session that was not paid",
    () =>
      of("paymentInstruments").create?.(
        { customer: customer.id, checkoutSession: session.id },
        key()
      )
  ],
  ["a list without its customer", () => of("paymentInstruments").list?.()],
  [
    "a text for a list",
    () =>
      of("routing").createMid?.({
        name: "a",
        provider: "sandbox",
        currencies: "EUR",
        methods: ["card"],
        credentials: "x"
      })
  ],
  [
    "an empty list",
    () =>
      of("routing").createMid?.({
        name: "a",
        provider: "sandbox",
        currencies: ["EUR"],
        methods: [],
        credentials: "x"
      })
  ],
  [
    "a provider for its name",
    () =>
      of("routing").createMid?.({
        name: "a",
        provider: box.provider,
        currencies: ["EUR"],
        methods: ["card"],
        credentials: "x"
      })
  ],
  ["rules that are no list", () => rules({})],
  [
    "a rule of other fields",
    () => rules([{ name: "a", when: {}, conditions: {}, order: "listed", targets: [] }])
  ],
  ["an account that there is not", () => shop.ledger.statement("merchant_payables" as "suspense")],
  ["a time span that ends before it begins", () => shop.ledger.revenue({ from: 2, to: 1 })],
  [
    "a family of types",
    () => of("webhooks").create?.({ url: "https://a.example", types: ["dispute.*"] })
  ],
  ["no type", () => of("webhooks").create?.({ url: "https://a.example", types: [] })],
  ["a URL that is an object", () => of("webhooks").create?.({ url: new URL("https://a.example") })],
  [
    "a kind of key that there is not",
    () => untyped(payloom.tenants).createApiKey?.(shop.scope, "public")
  ],
  [
    "a payer of no credentials",
    () => (payloom.payer as (given?: unknown) => { read: () => unknown })().read()
  ],
  [
    "a star for all types",
    () => of("webhooks").create?.({ url: "https://a.example", types: ["*"] })
  ],
  ["no reference", () => untyped(payloom.tenants).find?.()],
  ["a negative refund", () => shop.payments.refund(paid.id, { amount: -5n }, key())],
  [
    "a consumer that runs already",
    async () => {
      await payloom.events.consume("twice", () => undefined)
      await payloom.events.consume("twice", () => undefined)
    }
  ],
  ["an event that was not parked", () => payloom.events.replay("x", "event_1")],
  [
    "a transaction that is not shared",
    () => payloom.events.consumeInTransaction("y", () => undefined)
  ],
  ["an engine that was closed", () => closed.runDue()],
  ["a misspelt test card", () => box.encryptCard("aproved" as "approved")]
]

const metadataOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, "v"]))

/**
 * Returns the message that a program with a mistake gets. Ids are shortened, except the example's.
 */
const refusalOf = async (call: () => unknown): Promise<string> => {
  try {
    await call()
    return "nothing was refused"
  } catch (error) {
    const { message } = error as Error
    return message.replace(/_01(?!HZX3J6W2Q8N4T7V9B5C1D0EF)[0-9A-HJKMNP-TV-Z]{24}/g, "_…")
  }
}

describe("a mistaken call is answered with the value and the correction", () => {
  it.each(calls)("%s", async (name, call) => {
    expect(await refusalOf(call)).toBe(messages[name])
  })

  it("covers exactly the recorded mistakes", () => {
    expect(Object.keys(messages)).toEqual(calls.map(([name]) => name))
  })
})
