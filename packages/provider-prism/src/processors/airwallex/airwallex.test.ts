import type { ChargeRequest } from "@payloom/core"
import { plainCharge } from "@payloom/testkit"
import { describe, expect, it } from "vitest"
import { askOf, chargeReference, failed, intent } from "../../testing/airwallexIntents.ts"
import { modificationRequest } from "../../testing/requests.ts"
import { airwallex } from "./airwallex.ts"

const account = { clientId: "client", apiKey: "key", webhookSecrets: ["secret"] }
const asked = { kind: "charge", reference: chargeReference, capture: true } as const
const answerOf = (body: object, status = 200) => ({
  status,
  headers: {},
  body: JSON.stringify(body)
})

/** Returns the body of a charge that the library built, as the connector sends it. */
const sentOf = (changes: Partial<ChargeRequest> = {}) => {
  const card = { number: "4242424242424242", expiry_month: "03", expiry_year: "2041" }
  const body = {
    request_id: "confirm_x",
    payment_method: { type: "card", card },
    payment_method_options: { card: { auto_capture: true } },
    return_url: "https://shop.example/back",
    device_data: null
  }
  const built = { method: "POST", url: "u", headers: {}, body: JSON.stringify(body) }
  const request = plainCharge(changes)
  const sent = airwallex.adjust(built, { account, kind: "charge", request, asks: false })
  expect(sent.headers).toEqual({ "x-api-version": "2025-06-30" })
  return JSON.parse(sent.body)
}

const threeDs = {
  flow: "challenge",
  version: "2.2.0",
  eci: "05",
  authenticationValue: "AAAB",
  transactionId: "c5b808e7"
} as const

describe("the intent of a charge at Airwallex", () => {
  const create = (held: Parameters<typeof askOf>[0], paths: Array<string> = []) =>
    airwallex.chargeFields?.(plainCharge(), account, askOf(held, paths))

  it("is created under our reference, in main units, and without an authentication", async () => {
    const paths: Array<string> = []
    expect(await create({}, paths)).toEqual({ connectorOrderId: "int_1" })
    const [path = "", body = ""] = paths[0]?.split(" ") ?? []
    expect([path, JSON.parse(body)]).toEqual([
      "pa/payment_intents/create",
      {
        request_id: chargeReference,
        merchant_order_id: chargeReference,
        amount: 12.5,
        currency: "EUR",
        payment_method_options: { card: { three_ds_action: "SKIP_3DS" } }
      }
    ])
  })

  it("is the earlier one of the reference if Airwallex knows the request", async () => {
    const created = { code: "duplicate_request" }
    const ask = async (path: string) =>
      path.endsWith("/create") ? answerOf(created, 400) : askOf({})(path)
    expect(await airwallex.chargeFields?.(plainCharge(), account, ask)).toEqual({
      connectorOrderId: "int_1"
    })
    for (const listed of [[], [intent(), intent({ id: "int_2" })]]) {
      const none = async (path: string) =>
        path.endsWith("/create") ? answerOf(created, 400) : askOf({ listed })(path)
      expect(await airwallex.chargeFields?.(plainCharge(), account, none)).toMatchObject({
        decided: { _tag: "Unknown" }
      })
    }
  })

  it("isn't confirmed if Airwallex rejects it, or created another", async () => {
    await expect(
      create({ status: 400, created: { code: "currency_not_supported", message: "No." } })
    ).rejects.toMatchObject({ _tag: "AccountUnavailable", rawCode: "currency_not_supported" })
    for (const other of [{ amount: 125 }, { currency: "USD" }, { merchant_order_id: "o" }]) {
      await expect(create({ created: intent(other) })).rejects.toThrow("another intent")
    }
  })
})

describe("a charge at Airwallex", () => {
  it("has our reference, and no address to send a payer back to", () => {
    expect(sentOf()).toEqual({
      request_id: chargeReference,
      payment_method: {
        type: "card",
        card: { number: "4242424242424242", expiry_month: "03", expiry_year: "2041" }
      },
      payment_method_options: { card: { auto_capture: true } }
    })
  })

  it("says who started it, and names the first charge of its agreement", () => {
    const first = { usage: "recurring", position: "first", networkReference: null } as const
    expect(sentOf({ agreement: first }).external_recurring_data).toEqual({
      triggered_by: "customer",
      merchant_trigger_reason: "scheduled",
      initial_payment: true
    })
    const agreement = { usage: "unscheduled", position: "subsequent", networkReference: "1234" }
    const changes = { agreement, initiator: "merchant" } as Partial<ChargeRequest>
    expect(sentOf(changes).external_recurring_data).toEqual({
      triggered_by: "merchant",
      merchant_trigger_reason: "unscheduled",
      original_transaction_id: "1234"
    })
  })

  it("has the result of the merchant's own 3DS server", async () => {
    expect(sentOf({ threeDs }).payment_method.card.external_three_ds).toEqual({
      version: "2.2.0",
      eci: "05",
      authentication_value: "AAAB",
      ds_transaction_id: "c5b808e7"
    })
    const paths: Array<string> = []
    await airwallex.chargeFields?.(plainCharge({ threeDs }), account, askOf({}, paths))
    expect(paths[0]).toContain('"three_ds_action":"EXTERNAL_3DS"')
  })

  it("has the payer's name and address if they are whole", () => {
    const customer = { id: "c", name: "Ada King Lee", email: "ada@example.com" } as never
    const parts = { line1: "1 Road", line2: null, city: "Town", state: null, postalCode: "1" }
    const billingAddress = { ...parts, country: "GB" } as never
    expect(sentOf({ customer, billingAddress }).payment_method.card.billing).toEqual({
      first_name: "Ada King",
      last_name: "Lee",
      email: "ada@example.com",
      address: { country_code: "GB", city: "Town", street: "1 Road", postcode: "1" }
    })
    expect(sentOf({ billingAddress }).payment_method.card.billing).toBeUndefined()
    const { address } = sentOf({ customer }).payment_method.card.billing
    expect(address).toBeUndefined()
  })

  it("sends a refund of the intent, as a number", () => {
    const body = JSON.stringify({ payment_attempt_id: "int_1", amount: "12.50", reason: null })
    const built = { method: "POST", url: "u", headers: {}, body }
    const request = modificationRequest("refund")
    const sent = airwallex.adjust(built, { account, kind: "refund", request, asks: false })
    expect(JSON.parse(sent.body)).toEqual({
      request_id: request.reference,
      payment_intent_id: "int_1",
      amount: 12.5
    })
  })
})

describe("the answer to a charge at Airwallex", () => {
  const outcomeOf = (body: object, status = 200) =>
    airwallex.chargeOutcome?.(answerOf(body, status), null, asked)

  it("is an approval for the captured amount, of this charge only", () => {
    expect(airwallex.charged(intent({ captured_amount: 7 }), asked)).toEqual({
      providerReference: "int_1",
      captured: true,
      amount: 700n,
      currency: "EUR",
      networkReference: "123456789012345",
      authCode: "803478"
    })
    for (const other of [
      { merchant_order_id: "o" },
      { status: "REQUIRES_CAPTURE" },
      { captured_amount: 0 },
      { captured_amount: "12.5x" }
    ]) {
      expect(airwallex.charged(intent(other), asked)).toBeNull()
    }
  })

  it("is a decline with the issuer's code, or with Airwallex's own", () => {
    const declined = { code: "issuer_declined", message: "No." }
    for (const body of [
      { ...declined, provider_original_response_code: "51" },
      { ...declined, details: { original_response_code: "51" } }
    ]) {
      expect(outcomeOf(body, 400)).toMatchObject({
        _tag: "Declined",
        rawCode: "51",
        networkCode: "51"
      })
    }
    expect(outcomeOf({ code: "risk_declined" }, 400)).toMatchObject({ rawCode: "risk_declined" })
    expect(outcomeOf(intent(failed("54")))).toMatchObject({ _tag: "Declined", rawCode: "54" })
  })

  it("is Unknown if the code doesn't say that no card was charged", () => {
    const codes =
      "duplicate_request invalid_status_for_operation internal_error issuer_unavailable " +
      "provider_unavailable new"
    for (const code of codes.split(" "))
      expect(outcomeOf({ code }, 400)).toMatchObject({ _tag: "Unknown" })
    for (const body of [{}, { code: 1 }]) expect(outcomeOf(body, 400)).toBeNull()
    expect(outcomeOf({ code: "validation_error" }, 400)).toMatchObject({
      _tag: "AccountUnavailable"
    })
  })

  it("is Pending while Airwallex decides", () => {
    for (const status of ["PENDING", "PENDING_REVIEW", "REQUIRES_CAPTURE"]) {
      expect(outcomeOf(intent({ status }))).toEqual({ _tag: "Pending", providerReference: "int_1" })
    }
  })

  it("is a decline once the charge is canceled whose payer would have to act", async () => {
    const acts = intent({ status: "REQUIRES_CUSTOMER_ACTION", captured_amount: 0 })
    const gone = { status: "CANCELLED", cancellation_reason: "authentication_required" }
    const paths: Array<string> = []
    const decide = (after: object) =>
      airwallex.decidePending?.(answerOf(acts), asked, askOf({ intents: [acts, after] }, paths))
    expect(await decide(intent({ ...gone, captured_amount: 0 }))).toMatchObject({
      _tag: "Declined",
      rawCode: "authentication_required"
    })
    expect(paths[0]).toContain("pa/payment_intents/int_1/cancel")
    expect(airwallex.declines.meanings.authentication_required).toMatchObject({
      code: "authentication_required",
      decision: "step_up"
    })
    expect(await decide(acts)).toBeNull()
  })
})
