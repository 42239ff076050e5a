import { Clock, Effect } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { type Browser, openBrowser, openCheckoutShop, shopOrigin } from "./testing/openCheckout.ts"
import type { Shop } from "./testing/openShop.ts"
import type { Json } from "./testing/shopClient.ts"

let shop: Shop
beforeEach(async () => {
  shop = await openCheckoutShop()
  const { routing } = shop.merchant
  for (const { id } of await routing.listMids()) {
    await routing.updateMid(id, { methods: ["card", "wallet", "apm"] })
  }
})

const confirm = ({ send }: Browser, body: Json) => send("POST", "/session/confirm", body)

const returnUrl = `${shopOrigin}/back`
const wallet = (payload: unknown, type = "sandbox_wallet") => ({
  method: "wallet",
  wallet: { type, payload }
})
const apm = (type: string, url = returnUrl) => ({
  method: "apm",
  apm: { type },
  return_url: url
})

/** Returns the attempt in the action's address. */
const attemptIn = (action: unknown): string =>
  /attempt_[0-9A-Z]{26}/.exec(JSON.stringify(action))?.[0] ?? ""

const atBank = (attempt: string, approves: boolean) =>
  Effect.runPromise(
    Effect.provideService(shop.box.bank.payerAnswers(attempt, approves), Clock.Clock, shop.clock)
  )

describe("the payer's view", () => {
  it("names the wallets and alternative methods to choose from", async () => {
    const { json } = await (await openBrowser(shop)).read()
    expect(json).toMatchObject({
      available_methods: ["card", "wallet", "apm"],
      method_types: {
        wallet: ["sandbox_wallet"],
        apm: ["sandbox_bank", "sandbox_voucher", "sandbox_transfer", "sandbox_debit"]
      }
    })
  })

  it("has the fields of a debit and the kind of its mandate", async () => {
    const { json } = await (await openBrowser(shop)).read()
    expect(json.method_fields).toEqual({
      sandbox_debit: [
        { name: "name", required: true },
        { name: "account_number", required: true, format: "iban" }
      ]
    })
    expect(json.method_mandates).toEqual({ sandbox_debit: "sepa" })
  })

  it("has no field for a fact that the customer's record has, and not the fact", async () => {
    const name = "Ada Lovelace"
    const { json: customer } = await shop.post("/customers", { name })
    const { json, text } = await (await openBrowser(shop, { customer: customer.id })).read()
    expect(json.method_fields).toEqual({
      sandbox_debit: [{ name: "account_number", required: true, format: "iban" }]
    })
    expect(text).not.toContain(name)
  })

  it("has the parts of the amount that no line has", async () => {
    const { json } = await (
      await openBrowser(shop, {
        line_items: [{ name: "Coffee", quantity: 1, amount: "1000" }],
        amount_details: { shipping_amount: "350", discount_amount: "100" }
      })
    ).read()
    expect(json.amount_details).toEqual({ shipping_amount: "350", discount_amount: "100" })
  })

  it.each([
    [{ mode: "subscription", interval: { unit: "month", count: 1 } }, ["card"]],
    [{ allowed_methods: ["apm"] }, ["apm"]],
    [{ amount: undefined }, ["card"]]
  ])("offers in a session with %j only %j", async (fields, methods) => {
    const { json } = await (await openBrowser(shop, fields)).read()
    expect(json.available_methods).toEqual(methods)
  })
})

describe("a wallet", () => {
  it("pays with its payload, which is passed on", async () => {
    const payer = await openBrowser(shop)
    const { status, json } = await confirm(payer, wallet(shop.box.walletPayload("approved")))
    expect([status, json.status]).toEqual([200, "succeeded"])
    expect((await payer.status()).json).toEqual(json)
  })

  it("is declined with HTTP 200 and a decline block", async () => {
    const payer = await openBrowser(shop)
    const { status, json } = await confirm(payer, wallet(shop.box.walletPayload("fraud")))
    expect(status).toBe(200)
    expect(json).toMatchObject({ status: "declined", decline: { code: "card_declined" } })
  })

  it.each([
    "4242424242424242",
    { number: "4242 4242 4242 4242" },
    { card: { number: 4242424242424242 } },
    { deep: [[{ "4242-4242-4242-4242": true }]] },
    { pieces: ["4242", "4242", "4242", "4242"] },
    { digits: [..."4242424242424242"] },
    { dashed: "4242\u20104242\u20134242\u20144242", hidden: "4242\u200e424242424242" },
    { hidden: "4242\u200e424242424242" },
    { arabic: "\u0664\u0662".repeat(8) },
    '{"pan":"4242424242424242"}',
    { token: '{"inner":"{\\"pan\\":4242424242424242}"}' }
  ])("with a bare card number anywhere in its payload is refused: %j", async (payload) => {
    const { status, error, text } = await confirm(await openBrowser(shop), wallet(payload))
    expect([status, error.code]).toEqual([422, "card_number_not_allowed"])
    expect(text + JSON.stringify(shop.logged)).not.toMatch(/4242.?4242/)
  })

  it("is not refused because of a time in milliseconds in its signed part", async () => {
    const signedKey = '{"keyValue":"MFkw","keyExpiration":"1542323393147"}'
    const { json } = await confirm(await openBrowser(shop), wallet({ signedKey, protocol: "ECv2" }))
    expect(json.status).toBe("succeeded")
  })

  it.each(["a\u0000b", "\ud800"])("with text that can't be stored is refused: %j", async (text) => {
    const { status, error } = await confirm(await openBrowser(shop), wallet({ text }))
    expect([status, error.code, error.param]).toEqual([422, "parameter_invalid", "wallet.payload"])
  })

  it("with an endlessly nested payload is refused, and does no harm", async () => {
    const nested = `${"[".repeat(20_000)}${"]".repeat(20_000)}`
    const body = `{"method":"wallet","wallet":{"type":"sandbox_wallet","payload":{"a":${nested}}}}`
    const { send } = await openBrowser(shop)
    const { status, error } = await send("POST", "/session/confirm", body)
    expect([status, error.code, error.param]).toEqual([422, "parameter_invalid", "wallet.payload"])
  })
})

describe("an alternative method", () => {
  it("answers an address for the payer, who has paid when they return", async () => {
    const payer = await openBrowser(shop)
    const { status, json } = await confirm(payer, apm("sandbox_bank"))
    const attempt = attemptIn(json.action)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      status: "requires_action",
      action: { type: "redirect", url: `https://bank.example/pay/${attempt}` },
      decline: null
    })
    expect((await payer.status()).json).toEqual(json)
    await atBank(attempt, true)
    const back = await confirm(payer, { method: "apm", returned: true })
    expect(back.json).toMatchObject({ status: "succeeded", action: null })
  })

  it("answers instructions, and the provider's notification settles it", async () => {
    const payer = await openBrowser(shop)
    const { json } = await confirm(payer, apm("sandbox_voucher"))
    const attempt = attemptIn(json.action)
    expect(json.action).toEqual({
      type: "instructions",
      text: `Pay at https://bank.example/pay/${attempt}.`,
      reference: `ch_${attempt}`,
      expires_at: new Date(shop.clock.now() + 3 * 86_400_000).toISOString()
    })
    await atBank(attempt, true)
    const { body, headers } = await shop.notified("charge", attempt)
    const [mid] = await shop.merchant.routing.listMids()
    const init = { method: "POST", body, headers }
    const url = `https://api.example/providers/${mid?.id}/notifications`
    expect((await shop.handler(new Request(url, init))).status).toBe(200)
    expect((await payer.status()).json.status).toBe("succeeded")
  })

  it("that was settled meanwhile refuses the payer's return, and names the result", async () => {
    const payer = await openBrowser(shop)
    await confirm(payer, apm("sandbox_bank"))
    const paid = await confirm(payer, wallet(shop.box.walletPayload("approved")))
    expect(paid.json.status).toBe("succeeded")
    const { status, error } = await confirm(payer, { method: "apm", returned: true })
    expect([status, error.code]).toEqual([409, "session_already_succeeded"])
    expect(error.payment).toBe(paid.json.payment)
  })

  it("is a debit with the payer's account", async () => {
    const payer = await openBrowser(shop)
    const details = { name: "Ada Lovelace", account_number: "AT61 1904 3002 3457 3201" }
    const { json } = await confirm(payer, {
      method: "apm",
      apm: { type: "sandbox_debit", details },
      return_url: returnUrl
    })
    expect(json.status).toBe("processing")
  })

  it("is declined without the account that a debit needs", async () => {
    const { json } = await confirm(await openBrowser(shop), apm("sandbox_debit"))
    expect(json).toMatchObject({
      status: "declined",
      decline: { category: "configuration", advice: "correct_details" }
    })
  })

  it.each([
    // Its digits have the form and the check digit of a card number, and it is no card number.
    ["AT672783747657549569", 200],
    ["4242424242424242", 422],
    ["AT4242424242424242", 422]
  ])("with account number %s is answered with %d", async (account_number, expected) => {
    const { status } = await confirm(await openBrowser(shop), {
      method: "apm",
      apm: { type: "sandbox_debit", details: { name: "Ada Lovelace", account_number } },
      return_url: returnUrl
    })
    expect(status).toBe(expected)
  })

  it("may send payers back to the hosted page", async () => {
    const { json } = await confirm(
      await openBrowser(shop),
      apm("sandbox_bank", "https://pay.example/pay/1")
    )
    expect(json.status).toBe("requires_action")
  })
})

describe("a payer's confirm", () => {
  const selection = { type: "sandbox_bank" }

  it.each([
    [{ method: "apm" }, "parameter_missing", "apm"],
    [{ method: "apm", apm: selection }, "parameter_missing", "return_url"],
    [{ method: "apm", apm: {}, return_url: returnUrl }, "parameter_missing", "apm.type"],
    [apm("ideal"), "parameter_invalid", "apm.type"],
    [apm("No Such"), "parameter_invalid", "apm.type"],
    [apm("sandbox_bank", "https://evil.example/"), "parameter_invalid", "return_url"],
    [apm("sandbox_bank", "javascript:alert(1)"), "parameter_invalid", "return_url"],
    [apm("sandbox_bank", `${shopOrigin}/\\@evil.example/`), "parameter_invalid", "return_url"],
    [apm("sandbox_bank", ` ${shopOrigin}/`), "parameter_invalid", "return_url"],
    [
      { ...apm("sandbox_bank"), wallet: { type: "a", payload: "b" } },
      "parameter_invalid",
      "wallet"
    ],
    [{ ...apm("sandbox_bank"), returned: true }, "parameter_invalid", "returned"],
    [{ method: "apm", returned: false }, "parameter_invalid", "returned"],
    [
      { method: "wallet", three_ds_session_id: "threeds_1" },
      "parameter_invalid",
      "three_ds_session_id"
    ],
    [wallet("token", "apple_pay"), "parameter_invalid", "wallet.type"],
    [wallet(""), "parameter_invalid", "wallet.payload"],
    [wallet(7), "parameter_invalid", "wallet.payload"],
    [wallet(null), "parameter_invalid", "wallet.payload"],
    [
      { method: "wallet", wallet: { type: "sandbox_wallet" } },
      "parameter_missing",
      "wallet.payload"
    ]
  ])("refuses %j, and names the field", async (body, code, param) => {
    const { status, error } = await confirm(await openBrowser(shop), body as Json)
    expect([status, error.code, error.param]).toEqual([422, code, param])
  })

  it("by a method that no merchant account takes is refused", async () => {
    const { routing } = shop.merchant
    for (const { id } of await routing.listMids())
      await routing.updateMid(id, { methods: ["card"] })
    const { status, error } = await confirm(await openBrowser(shop), apm("sandbox_bank"))
    expect([status, error.param]).toEqual([422, "apm.type"])
  })

  it("in a session that saves a card, or starts a subscription, takes only cards", async () => {
    const subscription = { mode: "subscription", interval: { unit: "month", count: 1 } }
    for (const fields of [{ amount: undefined }, subscription]) {
      const payer = await openBrowser(shop, fields)
      const { status, error } = await confirm(payer, apm("sandbox_bank"))
      expect([status, error.param]).toEqual([422, "method"])
    }
  })
})
