import { describe, expect, it } from "vitest"
import { askOf, attempt, chargeReference, failed, intent } from "../../testing/airwallexIntents.ts"
import { lookUpAirwallex, lookUpAirwallexRefund } from "./airwallexLookups.ts"
import { refundFields, refundOutcome } from "./airwallexRefunds.ts"

const refundReference = "refund_01J0000000000000000000000A"
const found = (changes: object, after?: object) =>
  lookUpAirwallex(askOf({ intents: [intent(changes), after] }), { reference: chargeReference })

describe("a look-up of a charge at Airwallex", () => {
  it("finds a charge with the captured amount", async () => {
    expect(await found({ captured_amount: 7 })).toMatchObject({
      _tag: "Found",
      state: "captured",
      amount: 700n,
      amountCaptured: 700n,
      providerReference: "int_1",
      networkReference: "123456789012345"
    })
    const refunded = attempt({ refunded_amount: 12.5 })
    expect(await found({ latest_payment_attempt: refunded })).toMatchObject({ state: "refunded" })
  })

  it("finds a decline with its code, and a charge that is undecided", async () => {
    expect(await found(failed("54"))).toMatchObject({
      state: "declined",
      rawCode: "54",
      amount: 1250n
    })
    const { latest_payment_attempt, ...unpaid } = failed("05")
    const advised = { ...latest_payment_attempt, merchant_advice_code: "03" }
    expect(await found({ ...unpaid, latest_payment_attempt: advised })).toMatchObject({
      networkAdvice: "never"
    })
    const canceled = { status: "CANCELLED", captured_amount: 0 }
    expect(await found(canceled)).toMatchObject({ state: "declined", rawCode: "cancelled" })
    for (const status of ["PENDING", "PENDING_REVIEW", "REQUIRES_CAPTURE"]) {
      expect(await found({ status })).toMatchObject({ state: "pending" })
    }
    const received = attempt({ status: "RECEIVED" })
    expect(
      await found({ status: "REQUIRES_PAYMENT_METHOD", latest_payment_attempt: received })
    ).toMatchObject({ state: "pending" })
  })

  it("cancels a charge whose payer would have to act", async () => {
    const acts = { status: "REQUIRES_CUSTOMER_ACTION", captured_amount: 0 }
    const gone = { status: "CANCELLED", cancellation_reason: "authentication_required" }
    expect(await found(acts, intent({ ...gone, captured_amount: 0 }))).toMatchObject({
      state: "declined",
      rawCode: "authentication_required"
    })
    expect(await found(acts)).toMatchObject({ state: "pending" })
    expect(await found(acts, intent())).toMatchObject({ state: "captured" })
  })

  it("is Absent without an intent, and if the intent was never confirmed", async () => {
    const reference = chargeReference
    for (const listed of [[], [intent({ merchant_order_id: "other" })]]) {
      expect(await lookUpAirwallex(askOf({ listed }), { reference })).toEqual({ _tag: "Absent" })
    }
    const created = { status: "REQUIRES_PAYMENT_METHOD", captured_amount: 0 }
    expect(await found({ ...created, latest_payment_attempt: undefined })).toEqual({
      _tag: "Absent"
    })
  })

  it("is Unavailable if there are several intents, or if the state is unclear", async () => {
    const listed = [intent(), intent({ id: "int_2" })]
    expect(await lookUpAirwallex(askOf({ listed }), { reference: chargeReference })).toMatchObject({
      _tag: "Unavailable"
    })
    for (const unclear of [{ status: "NEW" }, { captured_amount: null }, { captured_amount: 0 }]) {
      expect(await found(unclear)).toMatchObject({ _tag: "Unavailable" })
    }
  })

  it("fails if an answer can't be read, or is another intent's", async () => {
    const reference = chargeReference
    await expect(lookUpAirwallex(askOf({ status: 404 }), { reference })).rejects.toThrow("404")
    await expect(found({ id: "int_2" })).rejects.toThrow("another intent")
    const empty = async () => ({ status: 200, headers: {}, body: "{}" })
    await expect(lookUpAirwallex(empty, { reference })).rejects.toThrow("can't be read")
  })

  it("reads all pages of a list", async () => {
    const paged = async (path: string) => {
      const isFirst = path.endsWith("page_num=0")
      const items = isFirst ? [intent({ merchant_order_id: "o" })] : [intent()]
      return path.includes("?")
        ? { status: 200, headers: {}, body: JSON.stringify({ items, has_more: isFirst }) }
        : askOf({})(path)
    }
    expect(await lookUpAirwallex(paged, { reference: chargeReference })).toMatchObject({
      state: "captured"
    })
  })
})

const charge = {
  mid: { id: "mid_1", credentials: "main" },
  reference: chargeReference,
  providerReference: "int_1"
}
const refund = (status: string, more: object = {}) => ({
  id: "rfd_1",
  request_id: refundReference,
  payment_intent_id: "int_1",
  amount: 5,
  currency: "EUR",
  status,
  ...more
})

describe("a refund at Airwallex", () => {
  const lookUp = (held: Parameters<typeof askOf>[0]) =>
    lookUpAirwallexRefund(askOf(held), {
      kind: "refund",
      reference: refundReference,
      providerReference: null,
      charge
    } as never)

  it.each([
    ["RECEIVED", "pending", null],
    ["ACCEPTED", "pending", null],
    ["SETTLED", "succeeded", null],
    ["FAILED", "failed", "refund_failed"]
  ])("in the state %s is found as %s", async (status, state, rawCode) => {
    expect(await lookUp({ refunds: [refund(status)] })).toEqual({
      _tag: "Found",
      state,
      providerReference: "rfd_1",
      rawCode
    })
  })

  it("is Absent among others, and Unavailable if its intent or its state is unclear", async () => {
    const other = refund("SETTLED", { request_id: "other" })
    expect(await lookUp({ refunds: [other] })).toEqual({ _tag: "Absent" })
    expect(await lookUp({ refunds: [refund("NEW")] })).toMatchObject({ _tag: "Unavailable" })
    expect(await lookUp({ listed: [] })).toMatchObject({ _tag: "Unavailable" })
  })

  const fields = (held: Parameters<typeof askOf>[0], amount = 500n, id = "int_1") =>
    refundFields(askOf(held), {
      reference: refundReference,
      amount,
      charge: { ...charge, providerReference: id }
    })

  it("is sent for the intent, which is found by our reference if need be", async () => {
    for (const id of ["int_1", chargeReference]) {
      expect(await fields({}, 500n, id)).toEqual({ connectorTransactionId: "int_1" })
    }
    await expect(fields({ listed: [] }, 500n, chargeReference)).rejects.toThrow("single intent")
  })

  it("isn't sent again if it was made before", async () => {
    expect(await fields({ refunds: [refund("SETTLED")] }, 9900n)).toEqual({
      decided: { _tag: "Succeeded", providerReference: "rfd_1" }
    })
    expect(await fields({ refunds: [refund("RECEIVED")] })).toMatchObject({
      decided: { _tag: "Pending" }
    })
  })

  it("is Failed before it is sent if it can never pass", async () => {
    const intents = [intent({ latest_payment_attempt: attempt({ refunded_amount: 10 }) })] as const
    const exceeds = { _tag: "Failed", rawCode: "refund_exceeds_captured_amount" }
    expect(await fields({ intents })).toEqual({ decided: exceeds })
    expect(await fields({ intents }, 250n)).toEqual({ connectorTransactionId: "int_1" })
    expect(await fields({ intents: [intent(failed("05"))] })).toEqual({
      decided: { _tag: "Failed", rawCode: "payment_not_charged" }
    })
  })

  it("is Unknown if the answer doesn't say that nothing was refunded", () => {
    const outcome = (body: object, status: number) =>
      refundOutcome(status, JSON.stringify(body), refundReference)
    expect(outcome(refund("RECEIVED"), 201)).toEqual({
      _tag: "Pending",
      providerReference: "rfd_1"
    })
    for (const body of [refund("NEW"), refund("SETTLED", { request_id: "other" })]) {
      expect(outcome(body, 201)).toMatchObject({ _tag: "Unknown" })
    }
    for (const code of ["duplicate_request", "internal_error", "new"]) {
      expect(outcome({ code }, 400)).toMatchObject({ _tag: "Unknown" })
    }
    expect(outcome({ code: "validation_error" }, 400)).toMatchObject({
      _tag: "AccountUnavailable",
      rawCode: "validation_error"
    })
    expect(outcome({ code: "x" }, 500)).toBeNull()
  })
})
