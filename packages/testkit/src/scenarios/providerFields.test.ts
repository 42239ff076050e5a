import { describe, expect, it } from "vitest"
import { chargeThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, statusOf, typesOf } from "./testing/auditedShops.ts"
import { openCheckout } from "./testing/openCheckout.ts"
import { day, hour, minute } from "./testing/openShop.ts"

const open = auditedShops()

describe("the network's advice on a decline that cascades", () => {
  it("stops the cascade if the card must never be retried", async () => {
    const shop = await open()
    const { id, status, decline } = await shop.pay("network_never")
    expect(status).toBe("declined")
    expect(decline).toMatchObject({ category: "hard", advice: "do_not_retry", retryAfter: null })
    expect(shop.requests).toHaveLength(1)
    const [attempt] = await shop.shop().payments.explain(id)
    expect(attempt?.message).toBe("Try it never.")
  })

  it.each([
    ["later", "network_later", "retry_later"],
    ["fix", "network_fix", "correct_details"]
  ] as const)("leaves the cascade to the decline table if it is %s", async (said, card, advice) => {
    const shop = await open()
    const { id, status, decline } = await shop.pay(card)
    expect(status).toBe("declined")
    expect(decline).toMatchObject({ category: "soft", advice })
    expect(shop.requests).toHaveLength(2)
    const attempts = await shop.shop().payments.explain(id)
    expect(attempts.map(({ message }) => message)).toEqual([`Try it ${said}.`, `Try it ${said}.`])
  })

  it.each(["later", "fix"] as const)(
    "is dropped if the next account approves: %s",
    async (advice) => {
      const shop = await open()
      shop.box.script.charge(chargeThat.isDeclined("acquirer_refused", advice))
      const payment = await shop.pay("approved")
      expect(payment).toMatchObject({ status: "succeeded", decline: null })
      expect(payment.attempts).toHaveLength(2)
    }
  )

  it("does not cascade a decline that the decline table stops", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.isDeclined("nsf", "later"))
    expect(await shop.pay("approved")).toMatchObject({
      status: "declined",
      decline: { code: "insufficient_funds", advice: "retry_later" }
    })
    expect(shop.requests).toHaveLength(1)
  })
})

describe("the issuer's checks", () => {
  it("are in the explanation, with the approval code", async () => {
    const shop = await open()
    const { id } = await shop.pay("address_mismatch")
    const [attempt] = await shop.shop().payments.explain(id)
    expect(attempt).toMatchObject({
      checks: { cvc: "pass", postalCode: "fail", line1: "unavailable" },
      authCode: shop.lastAttempt(await shop.shop().payments.retrieve(id)).slice(-6)
    })
  })

  it("are null if the provider doesn't report them", async () => {
    const shop = await open()
    const { id } = await shop.pay("approved")
    const [attempt] = await shop.shop().payments.explain(id)
    expect(attempt).toMatchObject({ checks: null, authCode: null, message: null })
  })
})

describe("a hold with an expiry from its provider", () => {
  it("raises an alert a day before, and expires then, whatever its brand's usual time", async () => {
    const shop = await open()
    const payment = await shop.pay("short_hold", { captureMethod: "manual" })
    await shop.elapse(day - minute)
    expect(alertsOf(shop)).toEqual([])
    await shop.elapse(2 * minute)
    expect(alertsOf(shop)).toEqual(["alert.authorization_expiring"])
    await shop.elapse(day - 2 * minute)
    expect(await statusOf(shop, payment)).toBe("authorized")
    await shop.elapse(2 * minute)
    expect(await statusOf(shop, payment)).toBe("expired")
  })

  it("has that expiry too if a lookup found it", async () => {
    const shop = await open()
    shop.box.script.charge({
      _tag: "Reaches",
      verdict: { _tag: "Approve", surplus: 0n, appearsAfterMs: 0 },
      line: { _tag: "Breaks" }
    })
    const payment = await shop.pay("short_hold", { captureMethod: "manual" })
    expect(payment.status).toBe("processing")
    await shop.elapse(2 * day + hour)
    expect(await statusOf(shop, payment)).toBe("expired")
  })
})

describe("the charge request to a provider", () => {
  it("contains payer and items, and the metadata that the account may see", async () => {
    const shop = await open()
    const [mid = ""] = shop.mids
    const given = { statementDescriptor: "SHOP*BOOKS", metadataKeys: ["order"] }
    await shop.shop().routing.updateMid(mid, given)
    const customer = await shop.shop().customers.create(
      {
        email: "a@example.com",
        name: "Ada",
        billingAddress: { country: "DE", postalCode: "10115" }
      },
      { idempotencyKey: "customer" }
    )
    const checkout = await openCheckout(shop, {
      amount: 1250n,
      currency: "EUR",
      customer: customer.id,
      description: "Two books"
    })
    const device = {
      language: "de-DE",
      screen: { width: 390, height: 844, colorDepth: 24 },
      timeZone: "Europe/Berlin",
      utcOffsetMinutes: -60
    }
    const billingAddress = { line1: "Invalidenstr. 1", postalCode: "10115", country: "DE" }
    const [{ ciphertext }] = [{ ciphertext: await shop.box.encryptCard("approved") }]
    const seen = { ip: "192.0.2.7", userAgent: "Mozilla/5.0", acceptHeader: "*/*" }
    await shop.until(
      checkout
        .payer()
        .confirm({ method: "card", card: { ciphertext }, device, billingAddress }, seen)
    )
    expect(shop.requests).toMatchObject([
      {
        customer: { id: customer.id, email: "a@example.com", name: "Ada" },
        billingAddress: { ...billingAddress, line2: null, city: null, state: null },
        description: "Two books",
        statementDescriptor: "SHOP*BOOKS",
        metadata: {},
        device: { ...device, ...seen }
      }
    ])
    const paid = { metadata: { order: "17", note: "not for others" } }
    await shop.pay("approved", paid, "with metadata")
    expect(shop.requests.at(-1)).toMatchObject({ metadata: { order: "17" }, device: null })
    expect(shop.requests.at(-1)?.metadata).toEqual({ order: "17" })
  })

  it("is stored on the attempt only if it may have to be sent again", async () => {
    const blind = await open({ providers: [{ capabilities: { lookup: false } }] })
    const [mid = ""] = blind.mids
    await blind.shop().routing.updateMid(mid, { statementDescriptor: "SHOP" })
    const { id } = await blind.pay("lost_answer")
    await blind.elapse(minute)
    expect(await statusOf(blind, { id })).toBe("succeeded")
    expect(blind.requests).toHaveLength(2)
    const [first, again] = blind.requests
    expect({ ...again, sendBefore: 0 }).toEqual({ ...first, isResent: true, sendBefore: 0 })
    expect(await typesOf(blind, id)).toEqual(["payment.pending", "payment.succeeded"])
  })
})
