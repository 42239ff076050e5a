import { beforeEach, describe, expect, it } from "vitest"
import { openBrowser, openCheckoutShop, shopOrigin } from "./testing/openCheckout.ts"
import type { Shop } from "./testing/openShop.ts"

let shop: Shop
beforeEach(async () => {
  shop = await openCheckoutShop()
})

/** The look of a page without a template. */
const usualLook = {
  merchant_logo: { light: "", dark: "" },
  merchant_palette: { Primary: "#1f2937", Accent: "#2563eb", Surface: "#ffffff" },
  merchant_css: "",
  method_marks: { card: ["visa", "mastercard"], wallet: [], apm: [] },
  template_config: {
    theme_mode: "light",
    methods: { order: ["card", "wallet", "apm"], hidden: [] },
    attribution: "shown",
    labels: {},
    layout: {
      blocks: ["header", "summary", "methods", "footer"],
      hidden: [],
      gap: 24,
      measure: 480,
      boxes: {},
      summary: "trailing"
    }
  },
  template: null
}

describe("the payer's view of a session", () => {
  it("has everything to render, and opens the session", async () => {
    const { session, read } = await openBrowser(shop, {
      locale: "fr",
      success_url: `${shopOrigin}/ok`
    })
    const { status, json } = await read()
    expect(status).toBe(200)
    expect(json).toEqual({
      object: "checkout_session",
      mode: "payment",
      status: "active",
      amount: "1250",
      currency: "EUR",
      description: null,
      line_items: [],
      amount_details: null,
      merchant: "Shop",
      interval: null,
      renewal: null,
      available_methods: ["card"],
      method_types: { wallet: [], apm: [] },
      method_fields: {},
      method_mandates: {},
      methods_to_save: [],
      ...usualLook,
      locale: "fr",
      expires_at: session.expires_at,
      success_url: `${shopOrigin}/ok`,
      cancel_url: null
    })
    expect((await shop.get(`/checkout_sessions/${session.id}`)).json.status).toBe("active")
  })

  it("reveals no other resource of the merchant", async () => {
    const { read } = await openBrowser(shop, { metadata: { secret: "note" } })
    const { text } = await read()
    expect(text).not.toContain("note")
    expect(text).not.toMatch(/(customer|payment|checkout)_[0-9A-Z]{26}/)
  })
})

describe("a payer's credentials", () => {
  it.each([
    [{ Authorization: null }, "api_key_missing"],
    [{ Authorization: "Bearer pk_test_wrong" }, "api_key_invalid"],
    [{ "Session-Token": null }, "session_token_missing"],
    [{ "Session-Token": "wrong" }, "session_token_invalid"]
  ])("are refused with 401 if they are %j", async (headers, code) => {
    const { send } = await openBrowser(shop)
    const operations = [
      ["GET", "/session"],
      ["GET", "/session/status"],
      ["POST", "/session/confirm"]
    ] as const
    for (const [method, path] of operations) {
      const { status, error } = await send(method, path, undefined, headers)
      expect([path, status, error.type, error.code]).toEqual([
        path,
        401,
        "authentication_error",
        code
      ])
    }
  })

  it("are never a secret key", async () => {
    const { send } = await openBrowser(shop)
    const headers = { Authorization: `Bearer ${shop.secretKey}` }
    const { status, error } = await send("GET", "/session", undefined, headers)
    expect([status, error.code]).toEqual([401, "api_key_invalid"])
  })

  it("find a session only in the account of the publishable key", async () => {
    const other = await shop.open()
    const { send } = await openBrowser(shop)
    const headers = { Authorization: `Bearer ${other.publishableKey}` }
    const { status, error } = await send("GET", "/session", undefined, headers)
    expect([status, error.code]).toEqual([401, "session_token_invalid"])
  })

  it("give no access to the merchant surface", async () => {
    const { send } = await openBrowser(shop)
    const { status, error } = await send("GET", "/payments")
    expect([status, error.code]).toEqual([403, "secret_key_required"])
  })
})

describe("a confirm", () => {
  it("pays without an Idempotency-Key, and the status shows the same", async () => {
    const { pay, status } = await openBrowser(shop)
    const result = await pay("approved")
    expect(result.status).toBe(200)
    expect(result.json).toMatchObject({
      object: "checkout_result",
      status: "succeeded",
      action: null,
      decline: null
    })
    expect(result.json.payment).toMatch(/^payment_/)
    expect((await status()).json).toEqual(result.json)
  })

  it("of a refused card is HTTP 200 with a decline block, in the status too", async () => {
    const { pay, status } = await openBrowser(shop)
    const result = await pay("insufficient_funds")
    expect(result.status).toBe(200)
    expect(result.json).toMatchObject({
      status: "declined",
      decline: { code: "insufficient_funds", advice: "use_another_method" }
    })
    expect((await status()).json).toEqual(result.json)
    const payment = await shop.get(`/payments/${result.json.payment}`)
    expect(payment.json.decline).toEqual(result.json.decline)
  })

  it("of a session that succeeded is 409 and names the result", async () => {
    const { session, pay } = await openBrowser(shop)
    const { json } = await pay("approved")
    const again = await pay("approved")
    expect(again.status).toBe(409)
    expect(again.error).toMatchObject({
      type: "conflict_error",
      code: "session_already_succeeded",
      checkout_session: session.id,
      payment: json.payment
    })
  })

  it("of an expired session is 409", async () => {
    const { pay } = await openBrowser(shop)
    await shop.clock.advance(86_400_000)
    const { status, error } = await pay("approved")
    expect([status, error.code]).toEqual([409, "session_not_open"])
  })

  it("before any payment was made has a status of its own", async () => {
    const { status } = await openBrowser(shop)
    expect((await status()).json).toMatchObject({ status: "requires_payment", payment: null })
  })

  it.each([
    [{}, "parameter_missing", "method"],
    [{ method: "cash" }, "parameter_invalid", "method"],
    [{ method: "card" }, "parameter_missing", "card"],
    [{ method: "card", card: {} }, "parameter_missing", "card.ciphertext"],
    [{ method: "card", card: { ciphertext: "?" } }, "parameter_invalid", "card.ciphertext"],
    [{ method: "wallet" }, "parameter_missing", "wallet"],
    [{ method: "card", stored_credential: {} }, "parameter_unknown", "stored_credential"],
    [{ method: "card", amount: "1" }, "parameter_unknown", "amount"]
  ])("refuses %j, and names the field", async (body, code, param) => {
    const { send } = await openBrowser(shop)
    const { status, error } = await send("POST", "/session/confirm", body)
    expect([status, error.code, error.param]).toEqual([422, code, param])
  })

  it.each(["4242424242424242", "4242 4242 4242 4242", "４２４２４２４２４２４２４２４２"])(
    "refuses a bare card number such as %s, and never repeats it",
    async (number) => {
      const { send } = await openBrowser(shop)
      const body = { method: "card", card: { ciphertext: number } }
      const { status, error, text } = await send("POST", "/session/confirm", body)
      expect([status, error.code]).toEqual([422, "card_number_not_allowed"])
      expect(text + JSON.stringify(shop.logged)).not.toContain(number)
    }
  )

  it("by a method that the session does not allow is refused", async () => {
    const { pay } = await openBrowser(shop, { allowed_methods: ["wallet"] })
    const { status, error } = await pay("approved")
    expect([status, error.param]).toEqual([422, "method"])
  })

  it("that is not a JSON object is malformed", async () => {
    const { send } = await openBrowser(shop)
    const { status, error } = await send("POST", "/session/confirm", "[")
    expect([status, error.code]).toEqual([400, "body_malformed"])
  })
})
