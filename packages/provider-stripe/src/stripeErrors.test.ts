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

/** What the SDK throws of an answer, or of what `fetch` throws. */
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

describe("a call to Stripe that brought no answer", () => {
  it.each([
    ["ECONNREFUSED", "connect", "NotSent"],
    ["ENOTFOUND", "getaddrinfo", "NotSent"],
    ["ECONNRESET", "read", "Unknown"],
    ["ETIMEDOUT", "connect", "NotSent"],
    ["ETIMEDOUT", "read", "Unknown"]
  ])("for %s at %s is %s", async (code, syscall, tag) => {
    expect(failureIn(await broken(code, syscall))._tag).toBe(tag)
  })

  it.each([
    [401, "AccountUnavailable"],
    [403, "AccountUnavailable"],
    [429, "AccountUnavailable"],
    [408, "Unknown"],
    [500, "Unknown"],
    [502, "Unknown"],
    [503, "Unknown"]
  ])("for HTTP %s is %s, also where a gateway wrote it", async (status, tag) => {
    expect(failureIn(await answered(status, { type: "api_error", message }))._tag).toBe(tag)
    expect(["Unknown", tag]).toContain(failureIn(await answered(status, "<h1>No</h1>"))._tag)
  })

  it("for an answer that is no JSON is Unknown, whatever its status", async () => {
    for (const status of [200, 400, 402, 404]) {
      expect(failureIn(await answered(status, "<h1>Hm</h1>"))).toMatchObject({ _tag: "Unknown" })
    }
  })

  it("for a key that was used for something else, or is in use, is Unknown", async () => {
    const error = { type: "idempotency_error", message }
    expect(failureIn(await answered(400, error))).toEqual({ _tag: "Unknown", reason: message })
    expect(failureIn(await answered(409, error))._tag).toBe("Unknown")
  })

  it("for a request that was not looked into is AccountUnavailable, with Stripe's code and words", async () => {
    const error = { type: "invalid_request_error", code: "parameter_missing", message }
    expect(failureIn(await answered(400, error))).toEqual({
      _tag: "AccountUnavailable",
      reason: message,
      rawCode: "parameter_missing"
    })
  })

  it("has moved nothing before a charge, whatever broke, but for the account and the card", async () => {
    expect(beforeCharge(await broken("ECONNRESET"))).toMatchObject({ _tag: "NotSent" })
    expect(beforeCharge(await answered(500, "<h1>No</h1>"))).toMatchObject({ _tag: "NotSent" })
    expect(beforeCharge(await answered(401, { message }))).toMatchObject({
      _tag: "AccountUnavailable"
    })
    const declined = await answered(402, { type: "card_error", code: "incorrect_number", message })
    expect(beforeCharge(declined)).toBe(declined)
  })
})

describe("a request that Stripe refuses for what is in it", () => {
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
    [{ param: "metadata" }, "invalid_metadata"]
  ])("is known by its code, or by the text that it is about: %o", async (fields, code) => {
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
  ])("is none of the account's, of the connector's or of a descriptor's: %o", async (fields) => {
    expect(requestErrorIn(await refused(fields))).toBeNull()
  })

  it("is none of another kind, or of another status", async () => {
    const fields = { code: "amount_too_small", param: "amount" }
    expect(requestErrorIn(await refused(fields, 429))).toBeNull()
    expect(requestErrorIn(await refused(fields, 402))).toBeNull()
    expect(requestErrorIn(await answered(400, { ...fields, type: "idempotency_error" }))).toBeNull()
    expect(requestErrorIn(new Error("no"))).toBeNull()
  })
})

describe("what Stripe says in an error", () => {
  it("is a decline where it is about the card", async () => {
    const error = { type: "card_error", code: "card_declined", decline_code: "lost_card", message }
    expect(cardErrorIn(await answered(402, error))?.decline_code).toBe("lost_card")
    expect(cardErrorIn(await answered(400, { type: "invalid_request_error" }))).toBeNull()
    expect(cardErrorIn(await answered(402, { type: "invalid_request_error" }))).toBeNull()
    const made = { type: "invalid_request_error", payment_intent: { id: "pi_1" } }
    expect(cardErrorIn(await answered(402, made))?.payment_intent?.id).toBe("pi_1")
  })

  it("is an objection only where Stripe itself has looked into it", async () => {
    const error = { type: "invalid_request_error", code: "resource_missing", message }
    expect(objectionIn(await answered(404, error))?.code).toBe("resource_missing")
    expect(objectionIn(await answered(404, "<h1>Not found</h1>"))).toBeNull()
    expect(objectionIn(await answered(409, { type: "idempotency_error" }))).toBeNull()
    expect(objectionIn(await answered(500, { type: "api_error" }))).toBeNull()
  })
})
