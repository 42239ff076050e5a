import { chargeThat, type TestCardName } from "@payloom/testkit"
import { describe, expect, it } from "vitest"
import { browserOf, createSession } from "./testing/openCheckout.ts"
import { openShop } from "./testing/openShop.ts"
import { itemsOf, type Json } from "./testing/shopClient.ts"

const shop = await openShop()

const payWith = async (card: TestCardName, fields: Json = {}) =>
  shop.pay({ payment_instrument: await shop.saveCard(card), ...fields })

describe("a decline", () => {
  it("is not an error: HTTP 200 with a declined payment", async () => {
    const { status, json } = await payWith("insufficient_funds")
    expect(status).toBe(200)
    expect(json).toMatchObject({
      object: "payment",
      status: "declined",
      amount_captured: "0",
      amount: "1250"
    })
  })

  it("has a block of code, category, advice, message and retry_after", async () => {
    const { json } = await payWith("insufficient_funds")
    const decline = json.decline as Json
    expect(Object.keys(decline)).toEqual(["code", "category", "advice", "message", "retry_after"])
    expect(decline).toEqual({
      code: "insufficient_funds",
      category: "soft",
      advice: "use_another_method",
      message: expect.stringMatching(/^[A-Z].+\.$/),
      retry_after: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/)
    })
    expect(Date.parse(String(decline.retry_after))).toBeGreaterThan(shop.clock.now())
  })

  it("is the same on retrieve, in lists and on its attempt", async () => {
    const { json } = await payWith("do_not_honor")
    expect((await shop.get(`/payments/${json.id}`)).json).toEqual(json)
    expect(itemsOf(await shop.get("/payments?limit=1"))[0]).toEqual(json)
    const [attempt] = itemsOf(await shop.get(`/payments/${json.id}/attempts`))
    expect(attempt).toMatchObject({ status: "declined", decline: json.decline })
  })

  it("has a code, category and advice for each reason of an issuer", async () => {
    const said = [
      ["insufficient_funds", "insufficient_funds", "soft", "use_another_method"],
      ["card_declined", "card_declined", "soft", "use_another_method"],
      ["do_not_honor", "do_not_honor", "soft", "contact_issuer"],
      ["expired_card", "expired_card", "hard", "correct_details"],
      ["invalid_card", "invalid_card", "hard", "correct_details"],
      ["incorrect_cvc", "incorrect_cvc", "soft", "correct_details"],
      ["limit_exceeded", "limit_exceeded", "soft", "use_another_method"],
      ["issuer_unavailable", "issuer_unavailable", "technical", "retry_later"],
      ["processing_error", "processing_error", "technical", "retry_later"],
      ["currency_not_supported", "currency_not_supported", "configuration", "use_another_method"],
      ["authentication_failed", "authentication_failed", "authentication", "use_another_method"],
      ["authentication_required", "authentication_required", "authentication", "authenticate"],
      ["step_up", "authentication_required", "authentication", "authenticate"],
      ["unmapped_decline", "card_declined", "soft", "use_another_method"]
    ] as const
    for (const [card, code, category, advice] of said) {
      const { json } = await payWith(card)
      expect([card, json.status]).toEqual([card, "declined"])
      expect(json.decline).toMatchObject({ code, category, advice })
    }
  })

  it("has a block that is identical on both surfaces", async () => {
    for (const card of [
      "insufficient_funds",
      "fraud",
      "expired_card",
      "issuer_unavailable"
    ] as const) {
      const session = await createSession(shop)
      const browser = browserOf(shop, session)
      const { json } = await browser.pay(card)
      expect([card, json.status]).toEqual([card, "declined"])
      await shop.clock.advance(60_000)
      const payment = (await shop.get(`/payments/${json.payment}`)).json
      const blocks = [(await browser.status()).json.decline, payment.decline]
      for (const block of blocks) expect(block).toStrictEqual(json.decline)
      expect(Object.keys(payment.decline as Json)).toEqual(Object.keys(json.decline as Json))
    }
  })

  it("never reveals a fraud suspicion, nor that a card was reported lost or stolen", async () => {
    for (const card of ["fraud", "lost_card", "stolen_card"] as const) {
      const { json, text } = await payWith(card)
      expect(json.decline).toMatchObject({ code: "card_declined", category: "hard" })
      expect(text).not.toMatch(/fraud|lost|stolen/)
    }
  })

  it("never carries the provider's raw code", async () => {
    shop.box.script.charge(chargeThat.isDeclined("RAW_CODE_17"))
    const { json, text } = await payWith("approved")
    expect(json.status).toBe("declined")
    expect(text).not.toContain("RAW_CODE_17")
  })

  it("that is hard has no retry time", async () => {
    for (const card of ["fraud", "invalid_card", "expired_card"] as const) {
      const { decline } = (await payWith(card)).json
      expect((decline as Json).retry_after).toBe(null)
      expect((decline as Json).advice).not.toBe("retry_later")
    }
  })

  it("of a manual capture is the same", async () => {
    const { status, json } = await payWith("insufficient_funds", { capture_method: "manual" })
    expect([status, json.status]).toEqual([200, "declined"])
  })
})

describe("a cascade", () => {
  it("continues with the next merchant account only if another may approve it", async () => {
    for (const [card, status, tries] of [
      ["cascade", "succeeded", ["declined", "captured"]],
      ["not_sent", "succeeded", ["failed", "captured"]],
      ["cascade_exhausted", "declined", ["declined", "declined"]],
      ["insufficient_funds", "declined", ["declined"]],
      ["fraud", "declined", ["declined"]]
    ] as const) {
      const { json } = await payWith(card)
      expect([card, json.status]).toEqual([card, status])
      const attempts = itemsOf(await shop.get(`/payments/${json.id}/attempts`))
      expect([card, attempts.map((attempt) => attempt.status)]).toEqual([card, tries])
    }
  })

  it("that succeeds in the end leaves no decline on the payment", async () => {
    const { json } = await payWith("cascade")
    expect(json).toMatchObject({ status: "succeeded", decline: null })
  })

  it("that certainly reached no account is failed, with a block that says what to do", async () => {
    const { status, json } = await payWith("not_sent_anywhere")
    expect([status, json.status]).toEqual([200, "failed"])
    expect(json.decline).toMatchObject({ code: "processing_error", advice: "retry_later" })
  })

  it("never continues after an unknown outcome, which answers processing", async () => {
    const { status, json } = await payWith("lost_answer")
    expect([status, json.status, json.decline]).toEqual([200, "processing", null])
    expect(json.attempts).toHaveLength(1)
    const [attempt] = itemsOf(await shop.get(`/payments/${json.id}/attempts`))
    expect(attempt?.status).toBe("unknown")
    await shop.clock.advance(120_000)
    await shop.work()
    const settled = (await shop.get(`/payments/${json.id}`)).json
    expect(settled).toMatchObject({ status: "succeeded", attempts: json.attempts })
  })
})

describe("merchant accounts that exist but can't be used now", () => {
  it("make a decline no_route, but a currency that none settles is an error", async () => {
    const other = await shop.open()
    for (const { id } of await other.merchant.routing.listMids()) {
      await other.merchant.routing.updateMid(id, { enabled: false })
    }
    const card = await other.saveCard("approved")
    const declined = await other.pay({ payment_instrument: card })
    expect([declined.status, declined.json.status]).toEqual([200, "declined"])
    expect(declined.json.decline).toMatchObject({ code: "no_route", advice: "retry_later" })
    const [attempt] = itemsOf(await other.get(`/payments/${declined.json.id}/attempts`))
    expect(attempt).toMatchObject({ status: "declined", mid: null })
    const refused = await other.pay({ payment_instrument: card, currency: "SEK" })
    expect([refused.status, refused.error.code]).toEqual([422, "currency_unsupported"])
  })
})

describe("a pending charge", () => {
  it("answers processing and is settled later, by a look-up", async () => {
    const { json } = await payWith("pending")
    expect(json.status).toBe("processing")
    await shop.clock.advance(60_000)
    await shop.work()
    expect((await shop.get(`/payments/${json.id}`)).json).toMatchObject({
      status: "succeeded",
      amount_captured: "1250"
    })
  })

  it("may be declined later", async () => {
    const { json } = await payWith("pending_declined")
    await shop.clock.advance(60_000)
    await shop.work()
    expect((await shop.get(`/payments/${json.id}`)).json).toMatchObject({
      status: "declined",
      decline: { code: "insufficient_funds" }
    })
  })
})
