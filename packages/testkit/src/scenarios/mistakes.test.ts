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
  ["the setup is missing", () => untyped(Payloom).make()],
  ["the field of the setup is misspelled", () => untyped(Payloom).make({ ...setup, storge: 1 })],
  [
    "the option of the setup is misspelled",
    () => untyped(Payloom).make({ ...setup, options: { drainMS: 1 } })
  ],
  ["the secret is too short", () => untyped(Payloom).make({ ...setup, secret: "short" })],
  ["the idempotency key is missing", () => untyped(shop).payments.create(payment)],
  [
    "the idempotency key is passed without an object",
    () => untyped(shop).payments.create(payment, "order-1")
  ],
  [
    "the idempotency key is empty",
    () => untyped(shop).payments.create(payment, { idempotencyKey: "" })
  ],
  [
    "the amount is a number",
    () => untyped(shop).payments.create({ ...payment, amount: 12.5 }, key)
  ],
  [
    "the amount is a string",
    () => untyped(shop).payments.create({ ...payment, amount: "12.50" }, key)
  ],
  ["the amount is negative", () => untyped(shop).payments.create({ ...payment, amount: -1n }, key)],
  ["the amount is zero", () => untyped(shop).payments.create({ ...payment, amount: 0n }, key)],
  ["the currency is missing", () => untyped(shop).payments.create(noCurrency, key)],
  [
    "the currency is in lower case",
    () => untyped(shop).payments.create({ ...payment, currency: "eur" }, key)
  ],
  [
    "the currency is misspelled",
    () => untyped(shop).payments.create({ ...payment, currency: "EUX" }, key)
  ],
  [
    "no account settles the currency",
    () => untyped(shop).payments.create({ ...payment, currency: "NOK" }, key)
  ],
  [
    "the type is misspelled",
    () => untyped(shop).payments.create({ ...payment, type: "one-off" }, key)
  ],
  [
    "the field has its name from HTTP",
    () =>
      untyped(shop).payments.create(
        { ...payment, paymentInstrument: undefined, payment_instrument: paymentInstrument },
        key
      )
  ],
  [
    "the field is misspelled",
    () => untyped(shop).payments.create({ ...payment, curency: "EUR" }, key)
  ],
  ["the field doesn't exist", () => untyped(shop).payments.create({ ...payment, tip: 1n }, key)],
  [
    "the saved card is a card number",
    () => untyped(shop).payments.create({ ...payment, paymentInstrument: "4242424242424242" }, key)
  ],
  ["the id is not in the form of ids", () => untyped(shop).payments.retrieve("order-1")],
  ["the payment's id is a card's id", () => untyped(shop).payments.retrieve(paymentInstrument)],
  ["the input is missing", () => untyped(shop).payments.create()],
  [
    "the saved card is a promise",
    () =>
      untyped(shop).payments.create({ ...payment, paymentInstrument: Promise.resolve("a") }, key)
  ],
  [
    "the tenant doesn't exist",
    () => untyped(payloom).merchant({ tenant: "shop", mode: "test" }).payments.list()
  ],
  ["the tenant is missing", () => untyped(payloom).merchant({ mode: "test" }).payments.list()],
  [
    "the mode doesn't exist",
    () => untyped(payloom).merchant({ tenant: shop.scope.tenant, mode: "prod" }).payments.list()
  ],
  ["the tenant and the mode are missing", () => untyped(payloom).merchant().payments.list()],
  ["the consumer has no handler", () => untyped(payloom).events.consume("x")],
  [
    "the consumer's name has invalid characters",
    () => untyped(payloom).events.consume("My Events", () => {})
  ],
  [
    "the event type is misspelled",
    () => untyped(payloom).events.consume("y", () => {}, { types: ["payment.succeded"] })
  ],
  [
    "the country is a name instead of a code",
    () => untyped(shop).customers.create({ billingAddress: { country: "Germany" } }, key)
  ],
  ["the email address is invalid", () => untyped(shop).customers.create({ email: "ada" }, key)],
  [
    "the metadata contains a number",
    () => untyped(shop).customers.create({ metadata: { order: 7 } }, key)
  ],
  [
    "the unit of the interval is in the plural",
    () =>
      untyped(shop).plans.create(
        { name: "a", amount: 1n, currency: "EUR", interval: { unit: "months", count: 1 } },
        key
      )
  ],
  ["the limit is zero", () => untyped(shop).payments.list({ limit: 0 })],
  ["the status is misspelled", () => untyped(shop).payments.list({ status: "succeded" })],
  ["the cursor is invalid", () => untyped(shop).payments.list({ startingAfter: "abc" })],
  [
    "the time is a word",
    () => untyped(shop).checkout.create({ amount: 1n, currency: "EUR", expiresAt: "tomorrow" }, key)
  ],
  [
    "the URL has no host",
    () => untyped(shop).checkout.create({ amount: 1n, currency: "EUR", successUrl: "/thanks" }, key)
  ],
  [
    "the provider is unknown",
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
    "the method is unknown",
    () =>
      untyped(shop).routing.createMid({
        name: "a",
        provider: box.provider.name,
        currencies: ["EUR"],
        methods: ["cards"],
        credentials: "x"
      })
  ],
  ["the URL has no scheme", () => untyped(shop).webhooks.create({ url: "shop.example/hooks" })],
  [
    "the ciphertext is a card number",
    () => untyped(shop).cards.save({ ciphertext: "4242424242424242" })
  ],
  ["the ciphertext is of another vault", () => untyped(shop).cards.save({ ciphertext: "abc" })],
  ["the ciphertext is missing", () => untyped(shop).cards.save({})]
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

describe("the error of a library call names the field, the value and the correction if", () => {
  it.each(calls)("%s", async (name, call) => {
    expect(await refusalOf(call)).toBe(messages[name])
  })
})

describe("the recorded error messages", () => {
  it("are those of the tested calls, at least 34", () => {
    expect(Object.keys(messages).toSorted()).toEqual(calls.map(([name]) => name).toSorted())
    expect(calls.length).toBeGreaterThanOrEqual(34)
  })

  it("contain no secret, no card number and no long value", async () => {
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
