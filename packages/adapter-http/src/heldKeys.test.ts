import { chargeThat } from "@payloom/testkit"
import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"
import { itemsOf, type Json } from "./testing/shopClient.ts"
import { until } from "./testing/until.ts"

const shop = await openShop()
const card = await shop.saveCard("approved")
const charge = { payment_instrument: card }
const hour = 3_600_000
const inFlight = { type: "conflict_error", code: "idempotency_key_in_flight" }

describe("a key whose request still runs", () => {
  it("is 409 idempotency_key_in_flight for the same body, until there is an answer", async () => {
    shop.box.script.charge(chargeThat.answersAfter(20_000))
    const first = shop.pay(charge, { key: "running" })
    await until(() => shop.box.script.remaining() === 0)
    for (let time = 0; time < 3; time++) {
      await shop.clock.advance(1000)
      const { status, error, headers } = await shop.pay(charge, { key: "running" })
      expect(status).toBe(409)
      expect(error).toMatchObject(inFlight)
      expect(headers.has("Retry-After")).toBe(false)
    }
    await shop.clock.advance(20_000)
    const answer = await first
    expect([answer.status, answer.json.status]).toEqual([200, "succeeded"])
    const replay = await shop.pay(charge, { key: "running" })
    expect(replay.text).toBe(answer.text)
    expect(replay.headers.get("Idempotent-Replay")).toBe("true")
  })

  it("is 409 idempotency_error for another body", async () => {
    shop.box.script.charge(chargeThat.answersAfter(5000))
    const first = shop.pay(charge, { key: "running, other body" })
    await until(() => shop.box.script.remaining() === 0)
    const { status, error } = await shop.pay({}, { key: "running, other body" })
    expect([status, error.type]).toEqual([409, "idempotency_error"])
    await shop.clock.advance(5000)
    expect((await first).status).toBe(200)
  })

  it("does not hold up the same key on another endpoint, nor other keys", async () => {
    const { id } = (await shop.pay(charge)).json
    shop.box.script.charge(chargeThat.answersAfter(5000))
    const first = shop.pay(charge, { key: "busy" })
    await until(() => shop.box.script.remaining() === 0)
    expect((await shop.post(`/payments/${id}/refunds`, {}, { key: "busy" })).status).toBe(200)
    expect((await shop.pay(charge, { key: "idle" })).json.status).toBe("succeeded")
    await shop.clock.advance(5000)
    await first
  })

  it("that can't be settled in time answers processing, and replays that for good", async () => {
    shop.box.script.charge(chargeThat.hangs())
    const reply = shop.pay(charge, { key: "unknown outcome" })
    await until(() => shop.box.script.remaining() === 0)
    await shop.clock.advance(30_000)
    const first = await reply
    expect([first.status, first.json.status]).toEqual([200, "processing"])
    await shop.clock.advance(hour)
    await shop.work()
    const { status } = (await shop.get(`/payments/${first.json.id}`)).json
    expect(status).toBe("failed")
    const replay = await shop.pay(charge, { key: "unknown outcome" })
    expect(replay.text).toBe(first.text)
  })
})

describe("an idempotency_key_in_flight answer", () => {
  it("has no wait time, and doesn't say why the key is held", async () => {
    shop.box.script.charge(chargeThat.answersAfter(5000))
    const running = shop.pay(charge, { key: "held since it runs" })
    await until(() => shop.box.script.remaining() === 0)
    const unsettled = { currency: "SEK" }
    await shop.pay(unsettled, { key: "held since it was refused" })
    const answers = [
      await shop.pay(charge, { key: "held since it runs" }),
      await shop.pay(unsettled, { key: "held since it was refused" })
    ]
    for (const { status, error, headers } of answers) {
      expect(status).toBe(409)
      expect(headers.has("Retry-After")).toBe(false)
      expect(error).toEqual({
        ...inFlight,
        message: answers[0]?.error.message,
        request_id: headers.get("Request-Id")
      })
      expect(error.message).not.toMatch(/\d/)
    }
    await shop.clock.advance(5000)
    await running
  })
})

describe("after a capture, void or refund whose key is held", () => {
  /** Sends a request that is refused, so that its key is held from then on. */
  const hold = async (path: string, body: Json) => {
    expect((await shop.post(path, body, { key: path })).status).toBeGreaterThanOrEqual(400)
    expect((await shop.post(path, body, { key: path })).error).toMatchObject(inFlight)
  }
  const read = async (id: unknown) => (await shop.get(`/payments/${id}`)).json
  const held = async () => (await shop.pay({ ...charge, capture_method: "manual" })).json.id

  it("the payment's status shows that nothing was captured", async () => {
    const id = await held()
    await hold(`/payments/${id}/capture`, { amount: "1251" })
    await shop.work()
    expect(await read(id)).toMatchObject({ status: "authorized", amount_captured: "0" })
  })

  it("the payment's status shows what another capture or void did", async () => {
    const captured = await held()
    const voided = await held()
    await shop.post(`/payments/${captured}/capture`, { amount: "1000" })
    await shop.post(`/payments/${voided}/void`)
    await hold(`/payments/${captured}/void`, {})
    await hold(`/payments/${voided}/void`, {})
    await shop.work()
    expect(await read(captured)).toMatchObject({
      status: "partially_captured",
      amount_captured: "1000"
    })
    expect(await read(voided)).toMatchObject({ status: "voided", amount_captured: "0" })
  })

  it("the list of the payment's refunds shows which there are", async () => {
    const { id } = (await shop.pay(charge)).json
    const refund = (await shop.post(`/payments/${id}/refunds`, { amount: "1000" })).json
    await hold(`/payments/${id}/refunds`, { amount: "251" })
    await shop.work()
    expect(itemsOf(await shop.get(`/payments/${id}/refunds`))).toEqual([
      { ...refund, status: "succeeded" }
    ])
  })
})

describe("a refusal that depends on state comes after the look-up and holds the key", () => {
  const heldBy = async (path: string, body: Readonly<Record<string, unknown>>, code: string) => {
    const key = `${code} of ${path}`
    const refused = await shop.post(path, body, { key })
    expect(refused.error.code).toBe(code)
    const again = await shop.post(path, body, { key })
    expect(again.status).toBe(409)
    expect(again.error).toMatchObject(inFlight)
    expect(again.headers.has("Idempotent-Replay")).toBe(false)
    const other = await shop.post(path, { ...body, amount: "7" }, { key })
    expect([other.status, other.error.type]).toEqual([409, "idempotency_error"])
    return key
  }
  const base = { amount: "1250", currency: "EUR", type: "one_off" }
  const unknown = "01KA0000000000000000000000"

  it("so does resource_not_found", async () => {
    await heldBy(`/payments/payment_${unknown}/capture`, {}, "resource_not_found")
    const body = { ...base, payment_instrument: `card_${unknown}` }
    await heldBy("/payments", body, "resource_not_found")
  })

  it("so does a payment that can't be captured, voided or refunded", async () => {
    const { id } = (await shop.pay(charge)).json
    const waiting = (await shop.pay()).json.id
    await heldBy(`/payments/${id}/capture`, {}, "payment_not_capturable")
    await heldBy(`/payments/${waiting}/refunds`, {}, "payment_not_refundable")
    const path = `/payments/${id}/void`
    const first = await shop.post(path, { reason: "no" }, { key: "void" })
    expect(first.error.code).toBe("payment_not_voidable")
    expect((await shop.post(path, { reason: "no" }, { key: "void" })).error).toMatchObject(inFlight)
  })

  it("so does an amount above the rest", async () => {
    const { id } = (await shop.pay(charge)).json
    await heldBy(`/payments/${id}/refunds`, { amount: "1251" }, "amount_too_large")
  })

  it("so does a currency that no merchant account settles", async () => {
    await heldBy("/payments", { ...base, currency: "SEK" }, "currency_unsupported")
  })

  it("and holds it for 24 hours, whatever becomes possible meanwhile", async () => {
    const { id } = (await shop.pay({ ...charge, capture_method: "manual" })).json
    const path = `/payments/${id}/refunds`
    const key = await heldBy(path, {}, "payment_not_refundable")
    await shop.post(`/payments/${id}/capture`)
    await shop.work()
    expect((await shop.post(path, {}, { key })).error).toMatchObject(inFlight)
    await shop.clock.advance(24 * hour - 1)
    expect((await shop.post(path, {}, { key })).error).toMatchObject(inFlight)
    await shop.clock.advance(1)
    const refund = await shop.post(path, {}, { key })
    expect([refund.status, refund.json.object]).toEqual([200, "refund"])
  })
})

describe("a request that is refused before the look-up leaves its key untouched", () => {
  const isFreeAfter = async (key: string, refuse: () => Promise<{ readonly status: number }>) => {
    expect((await refuse()).status).toBeGreaterThanOrEqual(400)
    const reply = await shop.pay({}, { key })
    expect([reply.status, reply.headers.has("Idempotent-Replay")]).toEqual([200, false])
  }

  it("by its API key", async () => {
    await isFreeAfter("free 1", () => shop.pay({}, { key: "free 1", bearer: "sk_test_no" }))
    await isFreeAfter("free 2", () => shop.pay({}, { key: "free 2", bearer: shop.publishableKey }))
  })

  it("by its Service-Version", async () => {
    const headers = { "Service-Version": "2020-01-01" }
    await isFreeAfter("free 3", () => shop.pay({}, { key: "free 3", headers }))
  })

  it("by its body", async () => {
    await isFreeAfter("free 4", () => shop.post("/payments", "{", { key: "free 4" }))
    await isFreeAfter("free 5", () => shop.pay({ amount: "-5" }, { key: "free 5" }))
    await isFreeAfter("free 6", () => shop.pay({ colour: "red" }, { key: "free 6" }))
    await isFreeAfter("free 7", () => shop.pay({ currency: "XXX" }, { key: "free 7" }))
    await isFreeAfter("free 8", () => shop.pay({ type: "verify" }, { key: "free 8" }))
  })
})
