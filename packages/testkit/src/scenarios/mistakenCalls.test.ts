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
  ["the id is missing", () => of("payments").retrieve?.()],
  ["the id is a whole payment", () => of("payments").retrieve?.(paid)],
  [
    "the id in a refund is a whole payment",
    () => of("payments").refund?.(paid, { amount: 1n }, key())
  ],
  [
    "the id is in lower case",
    () => of("payments").retrieve?.("payment_01hzx3j6w2q8n4t7v9b5c1d0ef")
  ],
  ["the id is a card number", () => of("payments").retrieve?.("4242424242424242")],
  ["the customer's id is a payment's id", () => of("customers").retrieve?.(paid.id)],
  ["the card belongs to another tenant", () => create({ paymentInstrument: foreignCard })],
  ["the card's id is a whole card", () => create({ paymentInstrument: { id: card } })],
  ["the card doesn't belong to the customer", () => create({ customer: customer.id })],
  ["the amount has 19 digits", () => create({ amount: 9223372036854775808n })],
  ["the currency is a number", () => create({ currency: 978 })],
  ["the currency contains an invisible character", () => create({ currency: "E\u202eR" })],
  ["the customer's id is an email address", () => create({ customer: "ada@shop.example" })],
  ["the metadata has too many keys", () => create({ metadata: metadataOf(60) })],
  [
    "the metadata has a key that is too long",
    () => create({ metadata: { ["k".repeat(41)]: "v" } })
  ],
  [
    "the metadata has a value that is too long",
    () => create({ metadata: { note: "v".repeat(501) } })
  ],
  ["the field's name contains invisible characters", () => create({ "amount\n\u202e": 1 })],
  [
    "the option for the idempotency key is misspelled",
    () => create({}, { idempotency_key: "order-1" })
  ],
  ["the idempotency key is a number", () => create({}, { idempotencyKey: 1 })],
  ["the idempotency key is too long", () => create({}, { idempotencyKey: "k".repeat(300) })],
  ["the idempotency key has an umlaut", () => create({}, { idempotencyKey: "größe" })],
  ["the option is misspelled", () => create({}, { ...key(), hostWrite: () => undefined })],
  [
    "the idempotency key was used for another amount",
    () => create({ amount: 1n }, { idempotencyKey: "used" })
  ],
  ["the options are passed as the input", () => of("payments").capture?.(held.id, key())],
  [
    "the capture is larger than the authorization",
    () => shop.payments.capture(held.id, { amount: 1251n }, key())
  ],
  ["the capture has no input", () => of("payments").capture?.(held.id)],
  ["the payment to capture is already captured", () => shop.payments.capture(paid.id, {}, key())],
  ["the payment to capture is declined", () => shop.payments.capture(declined.id, {}, key())],
  ["the payment to void is already captured", () => shop.payments.void(paid.id, {}, key())],
  ["the payment to cancel is already captured", () => shop.payments.cancel(paid.id)],
  ["the payment to cancel is authorized", () => shop.payments.cancel(held.id)],
  [
    "the refund is larger than the capture",
    () => shop.payments.refund(paid.id, { amount: 1251n }, key())
  ],
  [
    "the refund is larger than the refundable amount",
    () => shop.payments.refund(partly.id, { amount: 251n }, key())
  ],
  ["the payment to refund is fully refunded", () => shop.payments.refund(empty.id, {}, key())],
  ["the payment to refund is only authorized", () => shop.payments.refund(held.id, {}, key())],
  ["the payment to refund is declined", () => shop.payments.refund(declined.id, {}, key())],
  [
    "the amount is a card number",
    () => shop.payments.capture(held.id, { amount: 378282246310005n }, key())
  ],
  ["the interval is a word", () => of("plans").create?.({ ...plan, interval: "month" }, key())],
  [
    "the unit of the interval is an adverb",
    () => of("plans").create?.({ ...plan, interval: { unit: "monthly", count: 1 } }, key())
  ],
  ["the trial has another name", () => of("plans").create?.({ ...plan, trial_days: 14 }, key())],
  [
    "the default card belongs to another customer",
    () => shop.customers.update(customer.id, { defaultPaymentInstrument: card }, key())
  ],
  [
    "the return URL's origin is not allowed",
    () => shop.checkout.create({ successUrl: "https://a.example/x" }, key())
  ],
  ["the time is in seconds", () => shop.checkout.create({ expiresAt: 1_800_000_000 }, key())],
  [
    "the session is not paid",
    () =>
      of("paymentInstruments").create?.(
        { customer: customer.id, checkoutSession: session.id },
        key()
      )
  ],
  ["the list has no customer", () => of("paymentInstruments").list?.()],
  [
    "the list of currencies is a string",
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
    "the list of methods is empty",
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
    "the provider's name is a whole provider",
    () =>
      of("routing").createMid?.({
        name: "a",
        provider: box.provider,
        currencies: ["EUR"],
        methods: ["card"],
        credentials: "x"
      })
  ],
  ["the routing rules are an object", () => rules({})],
  [
    "the routing rule has unknown fields",
    () => rules([{ name: "a", when: {}, conditions: {}, order: "listed", targets: [] }])
  ],
  [
    "the ledger account doesn't exist",
    () => shop.ledger.statement("merchant_payables" as "suspense")
  ],
  ["the period ends before it begins", () => shop.ledger.revenue({ from: 2, to: 1 })],
  [
    "the event type is a pattern",
    () => of("webhooks").create?.({ url: "https://a.example", types: ["dispute.*"] })
  ],
  [
    "the list of event types is empty",
    () => of("webhooks").create?.({ url: "https://a.example", types: [] })
  ],
  ["the URL is an object", () => of("webhooks").create?.({ url: new URL("https://a.example") })],
  [
    "the kind of API key doesn't exist",
    () => untyped(payloom.tenants).createApiKey?.(shop.scope, "public")
  ],
  [
    "the payer's credentials are missing",
    () => (payloom.payer as (given?: unknown) => { read: () => unknown })().read()
  ],
  [
    "the event type is a star",
    () => of("webhooks").create?.({ url: "https://a.example", types: ["*"] })
  ],
  ["the reference is missing", () => untyped(payloom.tenants).find?.()],
  ["the refund is negative", () => shop.payments.refund(paid.id, { amount: -5n }, key())],
  [
    "the consumer already runs",
    async () => {
      await payloom.events.consume("twice", () => undefined)
      await payloom.events.consume("twice", () => undefined)
    }
  ],
  ["the event is not parked", () => payloom.events.replay("x", "event_1")],
  [
    "the storage can't share a transaction",
    () => payloom.events.consumeInTransaction("y", () => undefined)
  ],
  ["the engine is closed", () => closed.runDue()],
  ["the test card is misspelled", () => box.encryptCard("aproved" as "approved")]
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

describe("the error of a library call names the value and the correction if", () => {
  it.each(calls)("%s", async (name, call) => {
    expect(await refusalOf(call)).toBe(messages[name])
  })
})

describe("the recorded error messages", () => {
  it("are those of the tested calls", () => {
    expect(Object.keys(messages)).toEqual(calls.map(([name]) => name))
  })
})
