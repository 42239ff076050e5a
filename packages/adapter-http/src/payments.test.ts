import { PaymentInstrumentCollection, update } from "@payloom/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"

const shop = await openShop()
const card = await shop.saveCard("approved")
const charge = { payment_instrument: card }
const ulid = "[0-7][0-9A-HJKMNP-TV-Z]{25}"
const idOf = (prefix: string) => new RegExp(`^${prefix}_${ulid}$`)
const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

const paymentFields = [
  ...["object", "id", "status", "type", "amount", "currency", "amount_capturable"],
  ...[
    "amount_captured",
    "amount_refunded",
    "decline",
    "disputed",
    "attempts",
    "customer",
    "payment_instrument"
  ],
  ...["checkout_session", "metadata", "created"]
]

/** Detaches a saved card directly in the storage. */
const detach = async (id: string) => {
  const scope = { tenant: shop.tenant, mode: "test" } as const
  await Effect.runPromise(
    Effect.gen(function* () {
      const stored = Option.getOrThrow(
        yield* shop.storage.get(scope, PaymentInstrumentCollection, id)
      )
      const detached = { ...stored.row, detached: true }
      yield* shop.storage.commit([update(PaymentInstrumentCollection, stored, detached)])
    })
  )
}

describe("a payment", () => {
  it("has exactly the fields of its resource", async () => {
    const { json } = await shop.pay(charge)
    expect(Object.keys(json).toSorted()).toEqual(paymentFields.toSorted())
    expect(json).toMatchObject({
      object: "payment",
      status: "succeeded",
      type: "one_off",
      amount: "1250",
      currency: "EUR",
      amount_captured: "1250",
      amount_refunded: "0",
      decline: null,
      disputed: false,
      payment_instrument: card,
      checkout_session: null,
      metadata: {},
      created: shop.clock.iso()
    })
  })

  it("has a prefixed ULID as its id, like its attempts and its customer", async () => {
    const { json } = await shop.pay(charge)
    expect(json.id).toMatch(idOf("payment"))
    expect(json.customer).toMatch(idOf("customer"))
    for (const attempt of json.attempts as Array<string>) expect(attempt).toMatch(idOf("attempt"))
    expect(json.created).toMatch(rfc3339)
  })

  it("has an id that sorts by its creation, within a millisecond too", async () => {
    const ids: Array<string> = []
    for (let n = 0; n < 10; n++) ids.push(String((await shop.pay()).json.id))
    expect(ids).toEqual(ids.toSorted())
  })

  it("is retrieved as it was answered", async () => {
    const { text, json } = await shop.pay(charge)
    expect((await shop.get(`/payments/${json.id}`)).text).toBe(text)
  })

  it("keeps the metadata it was given", async () => {
    const metadata = { order: "A-17", note: "caf\u00e9 \u{1f600}", empty: "" }
    const { json } = await shop.pay({ metadata })
    expect(json.metadata).toEqual(metadata)
    expect((await shop.get(`/payments/${json.id}`)).json.metadata).toEqual(metadata)
  })

  it("with an unknown or malformed id is 404 resource_not_found", async () => {
    for (const id of ["payment_01KA0000000000000000000000", "payment_1", "x", "attempt_1"]) {
      const { status, error } = await shop.get(`/payments/${id}`)
      expect([id, status, error.code]).toEqual([id, 404, "resource_not_found"])
    }
  })

  it("is never expanded by retrieve, which does not apply expand[]", async () => {
    const { json } = await shop.pay(charge)
    const reply = await shop.get(`/payments/${json.id}?expand[]=customer&expand[]=nonsense`)
    expect([reply.status, reply.json]).toEqual([200, json])
  })
})

describe("creating a payment", () => {
  it("charges at once without a capture method, or with automatic", async () => {
    for (const fields of [charge, { ...charge, capture_method: "automatic" }]) {
      const { json } = await shop.pay(fields)
      expect(json).toMatchObject({ status: "succeeded", amount_captured: "1250" })
    }
  })

  it("only holds the money if capture_method is manual", async () => {
    const { json } = await shop.pay({ ...charge, capture_method: "manual" })
    expect(json).toMatchObject({ status: "authorized", amount_captured: "0" })
  })

  it("takes every type of payment", async () => {
    for (const type of ["one_off", "subscription_initial", "subscription_rebill", "moto"]) {
      expect((await shop.pay({ ...charge, type })).json).toMatchObject({
        type,
        status: "succeeded"
      })
    }
  })

  it("of type verify checks the card with amount 0 and captures nothing", async () => {
    const { json } = await shop.pay({ ...charge, type: "verify", amount: "0" })
    expect(json).toMatchObject({ type: "verify", status: "succeeded", amount_captured: "0" })
  })

  it("in a currency without decimals takes the amount unchanged", async () => {
    const { json } = await shop.pay({ ...charge, currency: "JPY", amount: "1250" })
    expect(json).toMatchObject({ amount: "1250", currency: "JPY", amount_captured: "1250" })
  })

  it("with neither card nor session waits for a method as requires_payment", async () => {
    const { json } = await shop.pay()
    expect(json).toMatchObject({ status: "requires_payment", attempts: [], customer: null })
  })

  it("without a method expires after 24 hours", async () => {
    const { json } = await shop.pay()
    await shop.clock.advance(24 * 3_600_000 - 1)
    await shop.work()
    expect((await shop.get(`/payments/${json.id}`)).json.status).toBe("requires_payment")
    await shop.clock.advance(1)
    await shop.work()
    expect((await shop.get(`/payments/${json.id}`)).json.status).toBe("expired")
  })

  it("takes the customer from the card", async () => {
    const { customer } = (await shop.pay(charge)).json
    const again = await shop.pay({ ...charge, customer })
    expect(again.json).toMatchObject({ status: "succeeded", customer })
    expect((await shop.pay({ customer })).json).toMatchObject({
      status: "requires_payment",
      customer
    })
  })

  it("with a card of another customer is 422 parameter_invalid", async () => {
    const other = (await shop.pay({ payment_instrument: await shop.saveCard("approved") })).json
    const { status, error } = await shop.pay({ ...charge, customer: other.customer })
    expect([status, error.code, error.param]).toEqual([422, "parameter_invalid", "customer"])
  })

  it("with a detached card is 409 instrument_detached", async () => {
    const gone = await shop.saveCard("approved")
    await detach(gone)
    const { status, error } = await shop.pay({ payment_instrument: gone })
    expect(status).toBe(409)
    expect(error).toMatchObject({ type: "conflict_error", code: "instrument_detached" })
  })

  it("with an unknown card, customer or session is 404, and the field is named", async () => {
    const unknown = "01KA0000000000000000000000"
    for (const [field, prefix] of [
      ["payment_instrument", "card"],
      ["customer", "customer"],
      ["checkout_session", "checkout"]
    ] as const) {
      const { status, error } = await shop.pay({ [field]: `${prefix}_${unknown}` })
      expect([status, error.code, error.param]).toEqual([404, "resource_not_found", field])
    }
  })

  it("that is unknown itself is 404 without a field", async () => {
    const id = "payment_01KA0000000000000000000000"
    const { status, error } = await shop.post(`/payments/${id}/void`, { reason: id })
    expect([status, error.code, error.param]).toEqual([404, "resource_not_found", undefined])
  })

  it("starts an agreement only if stored_credential says so", async () => {
    for (const usage of ["recurring", "unscheduled", "installment"]) {
      const reply = await shop.pay({ ...charge, stored_credential: { usage } })
      expect(reply.json.status).toBe("succeeded")
    }
    const { status, error } = await shop.pay({ ...charge, stored_credential: {} })
    expect([status, error.code]).toEqual([422, "parameter_missing"])
  })
})

describe("a payment's attempts", () => {
  it("have exactly the fields of their resource", async () => {
    const { json } = await shop.pay(charge)
    const { data } = (await shop.get(`/payments/${json.id}/attempts`)).json
    const [attempt, ...others] = data as Array<Record<string, unknown>>
    expect(others).toEqual([])
    expect(Object.keys(attempt ?? {}).toSorted()).toEqual(
      [
        ...["object", "id", "payment", "provider", "provider_reference", "relay_used"],
        ...["created", "status", "mid", "routing_rule", "decline"]
      ].toSorted()
    )
    expect(attempt).toMatchObject({
      object: "attempt",
      payment: json.id,
      provider: "sandbox",
      relay_used: false,
      status: "captured",
      routing_rule: null,
      decline: null
    })
    expect(attempt?.mid).toMatch(idOf("mid"))
  })

  it("are made one after another, on one merchant account each, oldest first", async () => {
    const { json } = await shop.pay({ payment_instrument: await shop.saveCard("cascade") })
    expect(json.status).toBe("succeeded")
    const { data } = (await shop.get(`/payments/${json.id}/attempts`)).json
    const attempts = data as Array<Record<string, unknown>>
    expect(attempts.map(({ id }) => id)).toEqual(json.attempts)
    expect(attempts.map(({ status }) => status)).toEqual(["declined", "captured"])
    expect(new Set(attempts.map(({ mid }) => mid)).size).toBe(2)
  })

  it("name the routing rule that chose them, if there was one", async () => {
    const ruled = await shop.open()
    const [first] = await ruled.merchant.routing.listMids()
    const [rule] = await ruled.merchant.routing.setRules([
      {
        name: "euros",
        conditions: { currencies: ["EUR"] },
        order: "listed",
        targets: [{ mid: first?.id ?? "", weight: 1 }]
      }
    ])
    const { json } = await ruled.pay({ payment_instrument: await ruled.saveCard("approved") })
    const { data } = (await ruled.get(`/payments/${json.id}/attempts`)).json
    expect(data).toMatchObject([{ mid: first?.id, routing_rule: rule?.id }])
  })
})
