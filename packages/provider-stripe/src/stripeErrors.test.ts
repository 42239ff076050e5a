import Stripe from "stripe"
import { describe, expect, it } from "vitest"
import { requestDeclines } from "./stripeDeclines.ts"
import {
  beforeCharge,
  cardErrorIn,
  failureIn,
  objectionIn,
  requestErrorIn
} from "./stripeErrors.ts"

/** Returns the SDK's error for an answer, or for an error of `fetch`. */
const thrownOf = async (answer: () => Promise<Response>): Promise<unknown> => {
  const api = new Stripe("sk_test_1", {
    httpClient: Stripe.createFetchHttpClient(answer),
    maxNetworkRetries: 0,
    telemetry: false
  })
  try {
    return await api.paymentIntents.retrieve("pi_1")
  } catch (thrown) {
    return thrown
  }
}

const answered = (status: number, error: object | string) =>
  thrownOf(async () =>
    typeof error === "string"
      ? new Response(error, { status })
      : new Response(JSON.stringify({ error }), { status })
  )

const broken = (code: string, syscall = "read") =>
  thrownOf(async () => {
    const cause = Object.assign(new Error(code), { code, syscall })
    throw new TypeError("fetch failed", { cause })
  })

const message = "It is not so."

describe("a call to Stripe that failed", () => {
  it.each([
    ["ECONNREFUSED", "connect", "NotSent"],
    ["ENOTFOUND", "getaddrinfo", "NotSent"],
    ["ECONNRESET", "read", "Unknown"],
    ["ETIMEDOUT", "connect", "NotSent"],
    ["ETIMEDOUT", "read", "Unknown"]
  ])("with %s at %s is %s", async (code, syscall, tag) => {
    expect(failureIn(await broken(code, syscall))._tag).toBe(tag)
  })

  it.each([
    [401, "AccountUnavailable"],
    [403, "AccountUnavailable"],
    [429, "AccountUnavailable"],
    [408, "Unknown"],
    [424, "Unknown"],
    [500, "Unknown"],
    [502, "Unknown"],
    [503, "Unknown"]
  ])("with HTTP %s is %s, also from a gateway", async (status, tag) => {
    expect(failureIn(await answered(status, { type: "api_error", message }))._tag).toBe(tag)
    expect(["Unknown", tag]).toContain(failureIn(await answered(status, "<h1>No</h1>"))._tag)
  })

  it("because another request holds the object is NotSent, and no fault of the account", async () => {
    const error = { type: "invalid_request_error", code: "lock_timeout", message }
    const held = { _tag: "NotSent", reason: message }
    expect(failureIn(await answered(429, error))).toEqual(held)
    expect(beforeCharge(await answered(429, error))).toEqual(held)
    expect(failureIn(await answered(429, { ...error, code: "rate_limit" }))).toMatchObject({
      _tag: "AccountUnavailable",
      rawCode: "rate_limit"
    })
  })

  it("with an answer that is no JSON is Unknown, whatever its status", async () => {
    for (const status of [200, 400, 402, 404]) {
      expect(failureIn(await answered(status, "<h1>Hm</h1>"))).toMatchObject({ _tag: "Unknown" })
    }
  })

  it.each(['{"error":"No route"}', '{"error":{"code":404,"message":"No route"}}'])(
    "with an error in the form of a gateway is Unknown, and no refusal: %s",
    async (body) => {
      for (const status of [400, 402, 404]) {
        const thrown = await thrownOf(async () => new Response(body, { status }))
        expect(failureIn(thrown)).toMatchObject({ _tag: "Unknown" })
        expect(objectionIn(thrown)).toBeNull()
      }
    }
  )

  it("with a key that was used for another request, or is in use, is Unknown", async () => {
    const error = { type: "idempotency_error", message }
    expect(failureIn(await answered(400, error))).toEqual({ _tag: "Unknown", reason: message })
    expect(failureIn(await answered(409, error))._tag).toBe("Unknown")
  })

  it("that was not processed is AccountUnavailable, with Stripe's code and message", async () => {
    const error = { type: "invalid_request_error", code: "parameter_missing", message }
    expect(failureIn(await answered(400, error))).toEqual({
      _tag: "AccountUnavailable",
      reason: message,
      rawCode: "parameter_missing"
    })
  })

  it("before a charge moved no money, unless the account or the card is at fault", async () => {
    expect(beforeCharge(await broken("ECONNRESET"))).toMatchObject({ _tag: "NotSent" })
    expect(beforeCharge(await answered(500, "<h1>No</h1>"))).toMatchObject({ _tag: "NotSent" })
    expect(beforeCharge(await answered(401, { message }))).toMatchObject({
      _tag: "AccountUnavailable"
    })
    const declined = await answered(402, { type: "card_error", code: "incorrect_number", message })
    expect(beforeCharge(declined)).toBe(declined)
  })
})

describe("a request that Stripe refuses for its contents", () => {
  const refused = (fields: object, status = 400) =>
    answered(status, { type: "invalid_request_error", message, ...fields })

  it.each([
    [{ code: "amount_too_small", param: "amount" }, "amount_too_small"],
    [{ code: "amount_too_large", param: "amount" }, "amount_too_large"],
    [{ code: "email_invalid", param: "billing_details[email]" }, "email_invalid"],
    [{ param: "billing_details[address][country]" }, "invalid_billing_details"],
    [{ param: "payment_method_data[billing_details][name]" }, "invalid_billing_details"],
    [{ code: "parameter_invalid_string_blank", param: "description" }, "invalid_description"],
    [{ param: "metadata[order]" }, "invalid_metadata"],
    [{ param: "metadata" }, "invalid_metadata"],
    [{ code: "url_invalid", param: "return_url" }, "invalid_return_url"]
  ])("is known by its code, or by its wrong text: %o", async (fields, code) => {
    expect(requestErrorIn(await refused(fields))).toBe(code)
    expect(Object.keys(requestDeclines)).toContain(code)
    const thrown = await refused(fields)
    expect(beforeCharge(thrown)).toBe(thrown)
  })

  it.each([
    [{ code: "parameter_unknown", param: "capture_method" }],
    [{ code: "resource_missing", param: "payment_method" }],
    [{ param: "statement_descriptor_suffix" }],
    [{ param: "descriptions" }],
    [{ code: "testmode_charges_only" }],
    [{}]
  ])("is not the fault of the account, the connector or a descriptor: %o", async (fields) => {
    expect(requestErrorIn(await refused(fields))).toBeNull()
  })

  it("has the status 400 and the type of an invalid request", async () => {
    const fields = { code: "amount_too_small", param: "amount" }
    expect(requestErrorIn(await refused(fields, 429))).toBeNull()
    expect(requestErrorIn(await refused(fields, 402))).toBeNull()
    expect(requestErrorIn(await answered(400, { ...fields, type: "idempotency_error" }))).toBeNull()
    expect(requestErrorIn(new Error("no"))).toBeNull()
  })
})

describe("an error of Stripe's", () => {
  it("is a decline if it is about the card", async () => {
    const error = { type: "card_error", code: "card_declined", decline_code: "lost_card", message }
    expect(cardErrorIn(await answered(402, error))?.decline_code).toBe("lost_card")
    expect(cardErrorIn(await answered(400, { type: "invalid_request_error" }))).toBeNull()
    expect(cardErrorIn(await answered(402, { type: "invalid_request_error" }))).toBeNull()
    const made = { type: "invalid_request_error", payment_intent: { id: "pi_1" } }
    expect(cardErrorIn(await answered(402, made))?.payment_intent?.id).toBe("pi_1")
  })

  it("is a refusal only if Stripe itself processed the request", async () => {
    const error = { type: "invalid_request_error", code: "resource_missing", message }
    expect(objectionIn(await answered(404, error))?.code).toBe("resource_missing")
    expect(objectionIn(await answered(404, "<h1>Not found</h1>"))).toBeNull()
    expect(objectionIn(await answered(409, { type: "idempotency_error" }))).toBeNull()
    expect(objectionIn(await answered(500, { type: "api_error" }))).toBeNull()
  })
})
