import { describe, expect, it } from "vitest"
import { openTill } from "./testing/openTill.ts"
import { itemsOf } from "./testing/shopClient.ts"

const shop = await openTill()
const { card, held, payment, capture, release } = shop
const hour = 3_600_000

describe("a capture", () => {
  it("is answered as pending, with the fields of its resource, before any money has moved", async () => {
    const id = await held()
    const { status, json } = await capture(id, { amount: "1000" })
    expect(status).toBe(200)
    expect(json).toEqual({
      object: "capture",
      id: expect.stringMatching(/^capture_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      payment: id,
      status: "pending",
      amount: "1000",
      currency: "EUR",
      final_capture: true,
      failure_reason: null,
      created: shop.clock.iso()
    })
    expect(await payment(id)).toMatchObject({
      status: "authorized",
      amount_capturable: "1250",
      amount_captured: "0"
    })
  })

  it("without an amount captures all of it", async () => {
    const id = await held()
    expect((await capture(id)).json.amount).toBe("1250")
    await shop.work()
    expect(await payment(id)).toMatchObject({ status: "succeeded", amount_captured: "1250" })
    const [attempt] = itemsOf(await shop.get(`/payments/${id}/attempts`))
    expect(attempt?.status).toBe("captured")
  })

  it("of a smaller amount is partial and releases the rest", async () => {
    const id = await held()
    await capture(id, { amount: "1000" })
    await shop.work()
    expect(await payment(id)).toMatchObject({
      status: "partially_captured",
      amount: "1250",
      amount_captured: "1000"
    })
    const again = await capture(id, { amount: "250" })
    expect([again.status, again.error.code]).toEqual([409, "payment_not_capturable"])
  })

  it("of more than is held is 422 amount_too_large", async () => {
    const id = await held()
    const { status, error } = await capture(id, { amount: "1251" })
    expect([status, error.code, error.param]).toEqual([422, "amount_too_large", "amount"])
    expect((await capture(id, { amount: "1250" })).status).toBe(200)
  })

  it("of zero is 422 parameter_invalid, and an ill-formed amount amount_invalid_format", async () => {
    const id = await held()
    const zero = await capture(id, { amount: "0" })
    expect([zero.status, zero.error.code]).toEqual([422, "parameter_invalid"])
    for (const amount of ["-1", "1.0", 5]) {
      const { status, error } = await capture(id, { amount })
      expect([amount, status, error.code]).toEqual([amount, 422, "amount_invalid_format"])
    }
  })

  it("takes no other fields", async () => {
    const { status, error } = await capture(await held(), { reason: "x" })
    expect([status, error.code, error.param]).toEqual([422, "parameter_unknown", "reason"])
  })

  it("of a payment that isn't authorized is 409 payment_not_capturable", async () => {
    const voided = await held()
    await release(voided)
    await shop.work()
    const poor = await shop.saveCard("insufficient_funds")
    const ids = [
      (await shop.pay()).json.id,
      (await shop.pay({ payment_instrument: card })).json.id,
      (await shop.pay({ payment_instrument: poor })).json.id,
      voided
    ]
    for (const id of ids) {
      const { status, error } = await capture(String(id))
      expect(status).toBe(409)
      expect(error).toMatchObject({ type: "conflict_error", code: "payment_not_capturable" })
    }
  })

  it("that fails leaves the payment authorized, and another may follow", async () => {
    const id = await held({ payment_instrument: await shop.saveCard("capture_fails") })
    await capture(id)
    await shop.work()
    expect(await payment(id)).toMatchObject({ status: "authorized", amount_captured: "0" })
    expect((await capture(id)).json.status).toBe("pending")
  })

  it("that finds the hold gone makes the payment expired", async () => {
    const id = await held({ payment_instrument: await shop.saveCard("hold_expired") })
    await capture(id)
    await shop.work()
    expect(await payment(id)).toMatchObject({ status: "expired", amount_captured: "0" })
  })
})

describe("a void", () => {
  it("is answered as pending, with the fields of its resource", async () => {
    const id = await held()
    const { status, json } = await release(id, { reason: "out of stock" })
    expect(status).toBe(200)
    expect(json).toEqual({
      object: "void",
      id: expect.stringMatching(/^void_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
      payment: id,
      status: "pending",
      reason: "out of stock",
      failure_reason: null,
      created: shop.clock.iso()
    })
    expect((await payment(id)).status).toBe("authorized")
  })

  it("gives the money back: the payment is voided", async () => {
    const id = await held()
    await release(id)
    await shop.work()
    expect(await payment(id)).toMatchObject({ status: "voided", amount_captured: "0" })
    const [attempt] = itemsOf(await shop.get(`/payments/${id}/attempts`))
    expect(attempt?.status).toBe("voided")
  })

  it("is valid only before a capture, and 409 payment_not_voidable afterwards", async () => {
    const captured = await held()
    await capture(captured)
    await shop.work()
    const partially = await held()
    await capture(partially, { amount: "1" })
    await shop.work()
    const ids = [captured, partially, (await shop.pay()).json.id]
    for (const id of ids) {
      const { status, error } = await release(String(id))
      expect(status).toBe(409)
      expect(error).toMatchObject({ type: "conflict_error", code: "payment_not_voidable" })
    }
  })

  it("takes a reason of at most 500 characters, and no other fields", async () => {
    const id = await held()
    const long = await release(id, { reason: "x".repeat(501) })
    expect([long.error.code, long.error.param]).toEqual(["parameter_invalid", "reason"])
    const amount = await release(id, { amount: "1" })
    expect([amount.error.code, amount.error.param]).toEqual(["parameter_unknown", "amount"])
    expect((await release(id, { reason: "x".repeat(500) })).status).toBe(200)
  })

  it("with a card number in its reason is 422 card_number_not_allowed, and doesn't repeat it", async () => {
    const { status, error, text } = await release(await held(), { reason: "4242 4242 4242 4242" })
    expect([status, error.code, error.param]).toEqual([422, "card_number_not_allowed", "reason"])
    expect(text).not.toContain("4242 4242")
  })

  it("that fails leaves the payment authorized", async () => {
    const id = await held({ payment_instrument: await shop.saveCard("void_fails") })
    await release(id)
    await shop.work()
    expect((await payment(id)).status).toBe("authorized")
    expect((await capture(id)).status).toBe(200)
  })
})

describe("a capture and a void of one payment", () => {
  it("exclude each other while the first is pending", async () => {
    const [toCapture, toVoid] = [await held(), await held()]
    await capture(toCapture)
    expect((await release(toCapture)).error.code).toBe("payment_not_voidable")
    expect((await capture(toCapture)).error.code).toBe("payment_not_capturable")
    await release(toVoid)
    expect((await capture(toVoid)).error.code).toBe("payment_not_capturable")
    expect((await release(toVoid)).error.code).toBe("payment_not_voidable")
    await shop.work()
    expect((await payment(toCapture)).status).toBe("succeeded")
    expect((await payment(toVoid)).status).toBe("voided")
  })

  it("at the same moment let exactly one succeed", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await held()
      const replies = await Promise.all([capture(id), release(id), capture(id), release(id)])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(3)
    }
  })
})

describe("an authorization that nobody captures", () => {
  it("expires on its provider's schedule for the brand, after an alert", async () => {
    const [visa, other] = [
      await held(),
      await held({ payment_instrument: await shop.saveCard("approved_mastercard") })
    ]
    const alerted = () =>
      shop.alerts.filter(({ event }) => event.type === "alert.authorization_expiring")
    const before = alerted().length
    await shop.clock.advance(95 * hour)
    await shop.work()
    expect(alerted().length).toBe(before)
    await shop.clock.advance(2 * hour)
    await shop.work()
    expect(alerted().length).toBeGreaterThan(before)
    expect((await payment(visa)).status).toBe("authorized")
    await shop.clock.advance(23 * hour)
    await shop.work()
    expect((await payment(visa)).status).toBe("expired")
    expect((await payment(other)).status).toBe("authorized")
    await shop.clock.advance(48 * hour)
    await shop.work()
    expect((await payment(other)).status).toBe("expired")
    expect((await capture(visa)).error.code).toBe("payment_not_capturable")
  })
})
