import { describe, expect, it } from "vitest"
import type { Ask } from "../../Processor.ts"
import { askOf, event, ids, payment } from "../../testing/worldpayPayments.ts"
import { lookUpWorldpay, lookUpWorldpayRefund } from "./worldpayLookups.ts"

const reference = `attempt_${ids}`
const look = (ask: Ask, capture = true) => lookUpWorldpay(ask, { reference, capture })

const authorized = [
  event("authorizationRequested", "a"),
  event("authorizationSucceeded", "a", { outcome: "authorized" })
]
const settled = [
  ...authorized,
  event("settlementRequested", "s", { type: "fullSettlement" }),
  event("settlementRequestSubmitted", "s")
]
const refund = (amount: number, own: string, end = "refundRequestSubmitted") => [
  event("refundRequested", own, {
    refundReference: own,
    value: { amount, currency: "EUR" }
  }),
  event(end, own)
]

describe("a charge that is looked up at Worldpay", () => {
  it.each([
    ["pending", [event("authorizationRequested", "a")]],
    ["pending", authorized],
    ["captured", settled],
    ["captured", [...settled, ...refund(500, "r1")]],
    ["captured", [...settled, ...refund(1250, "r1", "refundRequestSubmissionFailed")]],
    ["refunded", [...settled, ...refund(500, "r1"), ...refund(750, "r2")]],
    ["refunded", [...settled, event("refundRequested", "r"), event("refundRequestSubmitted", "r")]],
    ["voided", [...authorized, event("cancellationRequestSubmitted", "c")]],
    ["captured", [event("saleRequested", "a"), event("saleSucceeded", "a")]]
  ])("is %s by its events %#", async (state, events) => {
    expect(await look(askOf([payment(events)]))).toMatchObject({
      _tag: "Found",
      state,
      amount: 1250n,
      currency: "EUR",
      providerReference: "pay1"
    })
  })

  it("is declined with the refusal's code, or with the failure's name", async () => {
    const refused = event("authorizationRefused", "a", { code: "5", description: "Do not honour" })
    expect(await look(askOf([payment([refused])]))).toMatchObject({
      state: "declined",
      rawCode: "5",
      message: "Do not honour"
    })
    const failed = event("authorizationFailed", "a", { error: { name: "fieldIsEmpty" } })
    expect(await look(askOf([payment([failed])]))).toMatchObject({
      state: "declined",
      rawCode: "fieldIsEmpty"
    })
  })

  it("is Unavailable if its state is unclear, or if there are two under its reference", async () => {
    const duplicate = { error: { name: "transactionReferenceIsADuplicate" } }
    for (const events of [
      [],
      [event("authorizationTimedOut", "a")],
      [event("authorizationFailed", "a", duplicate)],
      [...authorized, event("settlementRequestSubmissionTimedOut", "s")]
    ]) {
      expect((await look(askOf([payment(events)])))._tag).toBe("Unavailable")
    }
    expect((await look(askOf([payment(settled), payment(settled)])))._tag).toBe("Unavailable")
  })

  it("is Absent only if the list is empty, and rejects if there is no list", async () => {
    expect(await look(askOf([]))).toEqual({ _tag: "Absent" })
    const other = { ...payment(settled), transactionReference: `attempt_${ids}2` }
    expect(await look(askOf([other]))).toEqual({ _tag: "Absent" })
    for (const status of [404, 400]) {
      const broken: Ask = async () => ({ status, headers: {}, body: "{}" })
      await expect(look(broken)).rejects.toThrow(`Worldpay answered HTTP ${status}`)
    }
  })
})

describe("a refund that is looked up at Worldpay", () => {
  const own = `refund_${ids}`
  const inWorldpay = `refund-${ids}`
  const find = (events: ReadonlyArray<object>, providerReference: string | null = null) =>
    lookUpWorldpayRefund(askOf([payment([...settled, ...events])]), {
      kind: "refund",
      reference: own,
      providerReference,
      charge: {
        mid: { id: "mid_1", credentials: "main" },
        reference,
        providerReference: "pay1"
      }
    })

  it.each([
    ["pending", [event("refundRequested", "r", { refundReference: inWorldpay })]],
    ["succeeded", refund(500, inWorldpay)],
    ["failed", refund(500, inWorldpay, "refundRequestSubmissionFailed")]
  ])("is %s by its latest event", async (state, events) => {
    expect(await find(events)).toMatchObject({ state, providerReference: own })
  })

  it("is Unavailable if it timed out at Worldpay, and Absent without an event of its own", async () => {
    const lost = refund(500, inWorldpay, "refundRequestSubmissionTimedOut")
    expect((await find(lost))._tag).toBe("Unavailable")
    expect(await find(refund(500, "another"))).toEqual({ _tag: "Absent" })
  })

  it("is found by its own reference if it was made in the dashboard", async () => {
    expect(await find(refund(500, "dash-1"), "dash-1")).toMatchObject({
      state: "succeeded",
      providerReference: "dash-1"
    })
  })
})
