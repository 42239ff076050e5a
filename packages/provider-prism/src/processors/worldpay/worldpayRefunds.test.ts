import { describe, expect, it } from "vitest"
import { askOf, event, ids, payment } from "../../testing/worldpayPayments.ts"
import { linked, refundLink, refundOutcome } from "./worldpayRefunds.ts"

const settled = [
  event("authorizationSucceeded", "a"),
  event("settlementRequested", "s", { type: "fullSettlement" }),
  event("settlementRequestSubmitted", "s")
]
const path = "/payments/settlements/refunds/partials/eyJr%3D.sN%3A"
const links = (href: string) => ({ _links: { "cardPayments:partialRefund": { href } } })

const link = (events: ReadonlyArray<object>, more: object = {}, amount = 500n) =>
  refundLink(askOf([payment(events, more)]), {
    amount,
    charge: {
      mid: { id: "mid_1", credentials: "main" },
      reference: `attempt_${ids}`,
      providerReference: "pay1"
    }
  })

describe("a refund at Worldpay", () => {
  it("is sent to the path of the payment's link, at the account's own address", async () => {
    for (const origin of ["https://access.worldpay.com", "", "https://elsewhere.invalid"]) {
      expect(await link(settled, links(origin + path))).toEqual({ connectorTransactionId: path })
    }
    const { url, headers } = linked({
      method: "POST",
      url: `https://try.access.worldpay.com/api/payments/${encodeURIComponent(path)}/partialRefunds`,
      headers: { "WP-Api-Version": "2024-06-01", "Content-Type": "application/json" },
      body: "{}"
    })
    expect(url).toBe(`https://try.access.worldpay.com${path}`)
    expect(headers).toEqual({
      accept: "application/vnd.worldpay.payments-v7+json",
      "content-type": "application/vnd.worldpay.payments-v7+json"
    })
  })

  it("is NotSent without a link, or with a link to something else", async () => {
    const others = ["/payments/events/x", `${path}/more`, "https://", "/tokens/x"]
    for (const more of [{}, ...others.map(links)]) {
      await expect(link(settled, more)).rejects.toMatchObject({ _tag: "NotSent" })
    }
    const missing = refundLink(askOf([]), {
      amount: 500n,
      charge: { mid: { id: "m", credentials: "m" }, reference: "r", providerReference: "pay1" }
    })
    await expect(missing).rejects.toMatchObject({ _tag: "NotSent" })
  })

  it("is Failed before it is sent if it exceeds the rest, and counts only done refunds", async () => {
    const refund = (end: string) => [
      event("refundRequested", end, { value: { amount: 1000, currency: "EUR" } }),
      event(end, end)
    ]
    const done = [...settled, ...refund("refundRequestSubmitted")]
    const failed = [...settled, ...refund("refundRequestSubmissionFailed")]
    expect(await link(done, links(path))).toEqual({
      decided: { _tag: "Failed", rawCode: "refund_exceeds_settled_amount" }
    })
    expect(await link(failed, links(path))).toEqual({ connectorTransactionId: path })
    expect(await link(done, links(path), 250n)).toEqual({ connectorTransactionId: path })
  })

  it("is Failed before it is sent if the payment was refused", async () => {
    expect(await link([event("authorizationRefused", "a")])).toEqual({
      decided: { _tag: "Failed", rawCode: "payment_not_authorized" }
    })
  })

  it("is Pending once it is accepted, and AccountUnavailable if it is rejected", () => {
    expect(refundOutcome(202, "{}", "refund_1")).toEqual({
      _tag: "Pending",
      providerReference: "refund_1"
    })
    const body = JSON.stringify({ errorName: "bodyDoesNotMatchSchema", message: "No." })
    expect(refundOutcome(400, body, "refund_1")).toMatchObject({
      _tag: "AccountUnavailable",
      rawCode: "bodyDoesNotMatchSchema"
    })
    for (const status of [200, 400, 500, 502]) {
      expect(refundOutcome(status, "", "refund_1")).toBeNull()
    }
  })
})
