import { readFileSync } from "node:fs"
import { Payloom } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { sandbox } from "../sandbox/sandbox.ts"
import { memory } from "../storage/memory.ts"

const box = sandbox()
const setup = { ...box.setup, storage: memory() }
const payloom = await Payloom.make(setup)
const shop = await box.openShop(payloom)
const paymentInstrument = await box.saveCard(shop, "approved")
const key = { idempotencyKey: "order-1" }
const payment = { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument } as const
const { currency: _, ...noCurrency } = payment

type Member =
  | "cards"
  | "checkout"
  | "consume"
  | "create"
  | "createMid"
  | "customers"
  | "events"
  | "list"
  | "make"
  | "merchant"
  | "payments"
  | "plans"
  | "retrieve"
  | "routing"
  | "save"
  | "webhooks"

/** The library as an untyped program sees it. */
type Untyped = ((...input: ReadonlyArray<unknown>) => Untyped) & {
  readonly [Name in Member]: Untyped
}
const untyped = (value: unknown) => value as Untyped

/** The expected messages, by the name of the mistake. */
const messages: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL("./testing/mistakes.json", import.meta.url), "utf8")
)

const calls: ReadonlyArray<readonly [name: string, call: () => unknown]> = [
  ["an engine of no setup", () => untyped(Payloom).make()],
  ["a misspelt part of a setup", () => untyped(Payloom).make({ ...setup, storge: 1 })],
  ["a misspelt option", () => untyped(Payloom).make({ ...setup, options: { drainMS: 1 } })],
  ["a short secret", () => untyped(Payloom).make({ ...setup, secret: "short" })],
  ["no idempotency key", () => untyped(shop).payments.create(payment)],
  [
    "an idempotency key that is not in the options",
    () => untyped(shop).payments.create(payment, "order-1")
  ],
  [
    "an empty idempotency key",
    () => untyped(shop).payments.create(payment, { idempotencyKey: "" })
  ],
  [
    "an amount that is a number",
    () => untyped(shop).payments.create({ ...payment, amount: 12.5 }, key)
  ],
  [
    "an amount that is a text",
    () => untyped(shop).payments.create({ ...payment, amount: "12.50" }, key)
  ],
  ["a negative amount", () => untyped(shop).payments.create({ ...payment, amount: -1n }, key)],
  ["an amount of zero", () => untyped(shop).payments.create({ ...payment, amount: 0n }, key)],
  ["no currency", () => untyped(shop).payments.create(noCurrency, key)],
  [
    "a currency in small letters",
    () => untyped(shop).payments.create({ ...payment, currency: "eur" }, key)
  ],
  [
    "a misspelt currency",
    () => untyped(shop).payments.create({ ...payment, currency: "EUX" }, key)
  ],
  [
    "a currency that no account settles",
    () => untyped(shop).payments.create({ ...payment, currency: "NOK" }, key)
  ],
  ["a misspelt type", () => untyped(shop).payments.create({ ...payment, type: "one-off" }, key)],
  [
    "a field as the wire spells it",
    () =>
      untyped(shop).payments.create(
        { ...payment, paymentInstrument: undefined, payment_instrument: paymentInstrument },
        key
      )
  ],
  ["a misspelt field", () => untyped(shop).payments.create({ ...payment, curency: "EUR" }, key)],
  ["a field that there is not", () => untyped(shop).payments.create({ ...payment, tip: 1n }, key)],
  [
    "a card number for a saved card",
    () => untyped(shop).payments.create({ ...payment, paymentInstrument: "4242424242424242" }, key)
  ],
  ["an id that is none", () => untyped(shop).payments.retrieve("order-1")],
  ["an id of another kind", () => untyped(shop).payments.retrieve(paymentInstrument)],
  ["no input", () => untyped(shop).payments.create()],
  [
    "a promise that was not awaited",
    () =>
      untyped(shop).payments.create({ ...payment, paymentInstrument: Promise.resolve("a") }, key)
  ],
  [
    "a tenant that is not there",
    () => untyped(payloom).merchant({ tenant: "shop", mode: "test" }).payments.list()
  ],
  ["no tenant", () => untyped(payloom).merchant({ mode: "test" }).payments.list()],
  [
    "a mode that there is not",
    () => untyped(payloom).merchant({ tenant: shop.scope.tenant, mode: "prod" }).payments.list()
  ],
  ["a merchant of no scope", () => untyped(payloom).merchant().payments.list()],
  ["a consumer without a handler", () => untyped(payloom).events.consume("x")],
  ["a consumer with a bad name", () => untyped(payloom).events.consume("My Events", () => {})],
  [
    "a misspelt type of event",
    () => untyped(payloom).events.consume("y", () => {}, { types: ["payment.succeded"] })
  ],
  [
    "a country's name",
    () => untyped(shop).customers.create({ billingAddress: { country: "Germany" } }, key)
  ],
  ["an e-mail address that is none", () => untyped(shop).customers.create({ email: "ada" }, key)],
  ["a number in metadata", () => untyped(shop).customers.create({ metadata: { order: 7 } }, key)],
  [
    "a plural unit",
    () =>
      untyped(shop).plans.create(
        { name: "a", amount: 1n, currency: "EUR", interval: { unit: "months", count: 1 } },
        key
      )
  ],
  ["a limit of zero", () => untyped(shop).payments.list({ limit: 0 })],
  ["a misspelt status", () => untyped(shop).payments.list({ status: "succeded" })],
  ["a cursor that is none", () => untyped(shop).payments.list({ startingAfter: "abc" })],
  [
    "a word for a time",
    () => untyped(shop).checkout.create({ amount: 1n, currency: "EUR", expiresAt: "tomorrow" }, key)
  ],
  [
    "an address without a host",
    () => untyped(shop).checkout.create({ amount: 1n, currency: "EUR", successUrl: "/thanks" }, key)
  ],
  [
    "an unknown provider",
    () =>
      untyped(shop).routing.createMid({
        name: "a",
        provider: "stripe",
        currencies: ["EUR"],
        methods: ["card"],
        credentials: "x"
      })
  ],
  [
    "an unknown method",
    () =>
      untyped(shop).routing.createMid({
        name: "a",
        provider: box.provider.name,
        currencies: ["EUR"],
        methods: ["cards"],
        credentials: "x"
      })
  ],
  [
    "an address without a scheme",
    () => untyped(shop).webhooks.create({ url: "shop.example/hooks" })
  ],
  [
    "a card number for a ciphertext",
    () => untyped(shop).cards.save({ ciphertext: "4242424242424242" })
  ],
  ["a ciphertext of another vault", () => untyped(shop).cards.save({ ciphertext: "abc" })],
  ["no ciphertext", () => untyped(shop).cards.save({})]
]

/** Returns the message that a program with a mistake gets. Ids are shortened. */
const refusalOf = async (call: () => unknown): Promise<string> => {
  try {
    await call()
    return "nothing was refused"
  } catch (error) {
    return (error as Error).message
      .replace(/card_[0-9A-Z]{26}/, "card_…")
      .replace(/and \d+ more, but/, "and … more, but")
  }
}

describe("a mistake in a library call is answered with the field, the value and the correction", () => {
  it.each(calls)("%s", async (name, call) => {
    expect(await refusalOf(call)).toBe(messages[name])
  })

  it("covers exactly the recorded mistakes, at least 34", () => {
    expect(Object.keys(messages).toSorted()).toEqual(calls.map(([name]) => name).toSorted())
    expect(calls.length).toBeGreaterThanOrEqual(34)
  })

  it("names no secret, no card number and no long value", async () => {
    const long = "x".repeat(5000)
    for (const value of [
      "4242 4242 4242 4242",
      "sk_live_abcdefgh12345678",
      long,
      4242424242424242
    ]) {
      const inputs = [
        { ...payment, currency: value },
        { ...payment, type: value },
        { ...payment, paymentInstrument: value },
        { ...payment, [String(value)]: 1 }
      ]
      for (const input of inputs) {
        const message = await refusalOf(() => untyped(shop).payments.create(input, key))
        expect(message).not.toMatch(/4242|sk_live|xxxx/)
        expect(message.length).toBeLessThan(600)
      }
    }
  })
})
