import type { ProviderCapabilities } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { openTill } from "./testing/openTill.ts"
import { itemsOf, type Reply } from "./testing/shopClient.ts"

/** Opens a shop whose one provider lacks some capabilities. */
const tillWith = (capabilities: Partial<ProviderCapabilities>) =>
  openTill({ sandbox: { providers: [{ capabilities }] } })

const refusalOf = ({ status, error }: Reply) => [status, error.type, error.code, error.param]

const amountRefused = [422, "invalid_request_error", "parameter_invalid", "amount"]

describe("a provider with only full refunds", () => {
  it("is not asked for a partial refund, and the error names the amount", async () => {
    const till = await tillWith({ refunds: "full" })
    const id = await till.charged()
    expect(refusalOf(await till.refund(id, { amount: "1249" }))).toEqual(amountRefused)
    expect(itemsOf(await till.get(`/payments/${id}/refunds`))).toEqual([])
    await till.work()
    expect(await till.payment(id)).toMatchObject({ status: "succeeded", amount_refunded: "0" })
  })

  it.each([{}, { amount: "1250" }])("refunds all of it, for the request %j", async (body) => {
    const till = await tillWith({ refunds: "full" })
    const id = await till.charged()
    const { status, json } = await till.refund(id, body)
    expect([status, json.amount]).toEqual([200, "1250"])
    await till.work()
    expect(await till.payment(id)).toMatchObject({ status: "refunded", amount_refunded: "1250" })
  })

  it("refunds the captured part of a partial capture", async () => {
    const till = await tillWith({ refunds: "full" })
    const id = await till.held()
    await till.capture(id, { amount: "1000" })
    await till.work()
    expect(refusalOf(await till.refund(id, { amount: "999" }))).toEqual(amountRefused)
    expect((await till.refund(id)).json.amount).toBe("1000")
    await till.work()
    expect((await till.payment(id)).status).toBe("refunded")
  })

  it("reports more than the payment has as too large, like any other", async () => {
    const till = await tillWith({ refunds: "full" })
    const { status, error } = await till.refund(await till.charged(), { amount: "1251" })
    expect([status, error.code, error.param]).toEqual([422, "amount_too_large", "amount"])
  })
})

describe("a provider without refunds", () => {
  it.each([{}, { amount: "1" }])(
    "makes a payment not refundable, for the request %j",
    async (body) => {
      const till = await tillWith({ refunds: "none" })
      const id = await till.charged()
      const reply = await till.refund(id, body)
      expect(refusalOf(reply)).toEqual([409, "conflict_error", "payment_not_refundable", undefined])
      await till.work()
      expect(await till.payment(id)).toMatchObject({ status: "succeeded", amount_refunded: "0" })
    }
  )

  it("still voids holds", async () => {
    const till = await tillWith({ refunds: "none" })
    const id = await till.held()
    expect((await till.release(id)).status).toBe(200)
    await till.work()
    expect((await till.payment(id)).status).toBe("voided")
  })
})

describe("a provider with only full captures", () => {
  it("is not asked for a partial capture, and the hold remains", async () => {
    const till = await tillWith({ partialCapture: false })
    const id = await till.held()
    expect(refusalOf(await till.capture(id, { amount: "1249" }))).toEqual(amountRefused)
    expect((await till.payment(id)).status).toBe("authorized")
    expect((await till.capture(id, { amount: "1250" })).status).toBe(200)
    await till.work()
    expect(await till.payment(id)).toMatchObject({ status: "succeeded", amount_captured: "1250" })
  })
})

describe("a provider without holds", () => {
  it("declines a manual capture because there is no route, without a request", async () => {
    const till = await tillWith({ manualCapture: false })
    const id = await till.held()
    const payment = await till.payment(id)
    expect(payment).toMatchObject({ status: "declined", decline: { code: "no_route" } })
    const [attempt] = itemsOf(await till.get(`/payments/${id}/attempts`))
    expect(attempt).toMatchObject({ provider: "payloom", status: "declined", mid: null })
    expect((await till.capture(id)).error.code).toBe("payment_not_capturable")
  })

  it("charges at once, and checks a card", async () => {
    const till = await tillWith({ manualCapture: false })
    expect((await till.payment(await till.charged())).status).toBe("succeeded")
    const check = await till.charged({ type: "verify", amount: "0" })
    expect((await till.payment(check)).status).toBe("succeeded")
  })
})
