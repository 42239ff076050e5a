import type { KnownCharge } from "@payloom/core"
import { describe, expect, it } from "vitest"
import type { FakeItem } from "./fake/index.ts"
import { ids, item, query, read, signed } from "./testing/notified.ts"

const told = async (
  changes: Partial<FakeItem> | { readonly eventCode: string },
  asked: KnownCharge | null = query()
) => (await read(signed([item(changes)]), asked))?.[0] ?? null

const held = query({ capture: false })
const originalReference = "9913140798220028"

describe("a notification of Adyen's about a charge", () => {
  it.each([
    ["AUTHORISATION", "true", query(), "captured"],
    ["AUTHORISATION", "true", held, "authorized"],
    ["AUTHORISATION", "true", query({ capture: false, type: "verify" }), "captured"],
    ["AUTHORISATION", "true", null, "captured"],
    ["AUTHORISATION", "false", query(), "declined"],
    ["PENDING", "true", query(), "pending"],
    ["OFFER_CLOSED", "true", query(), "declined"],
    ["CAPTURE", "true", held, "captured"],
    ["CAPTURE_FAILED", "true", query(), "returned"],
    ["CANCELLATION", "true", held, "voided"],
    ["TECHNICAL_CANCEL", "true", held, "voided"],
    ["EXPIRE", "true", held, "expired"]
  ] as const)(
    "by %s, success %s, makes it what it is",
    async (eventCode, success, asked, state) => {
      const notification = await told({ eventCode, success }, asked)
      expect(notification).toMatchObject({
        _tag: "Charge",
        id: expect.stringMatching(new RegExp(`^QFQTPCQ8HXSKGK82.${eventCode}.${success}`)),
        occurredAt: Date.parse("2026-01-01T00:00:00Z"),
        reference: `attempt_${ids}`,
        charge: { state, amount: 1250n, currency: "EUR" }
      })
    }
  )

  it.each([
    ["CAPTURE", "false"],
    ["CANCELLATION", "false"],
    ["TECHNICAL_CANCEL", "false"],
    ["CANCEL_OR_REFUND", "false"],
    ["EXPIRE", "false"],
    ["OFFER_CLOSED", "false"],
    ["AUTHORISATION_ADJUSTMENT", "true"],
    ["REPORT_AVAILABLE", "true"],
    ["RECURRING_CONTRACT", "true"],
    ["ISSUER_COMMENTS", "true"],
    ["MANUAL_REVIEW_ACCEPT", "true"],
    ["BRAND_NEW", "true"]
  ])("with %s, success %s, is accepted and ignored", async (eventCode, success) => {
    expect(await read(signed([item({ eventCode, success } as never)]), held)).toEqual([])
  })

  it("reports a hold or a capture as requested, whatever operations Adyen lists", async () => {
    for (const operations of [["CANCEL", "CAPTURE", "REFUND"], ["REFUND"], [], undefined]) {
      const state = async (asked: KnownCharge) => {
        const notification = await told({ operations } as never, asked)
        return notification?._tag === "Charge" ? notification.charge.state : null
      }
      expect(await state(held)).toBe("authorized")
      expect(await state(query())).toBe("captured")
    }
  })

  it("reports the reason of a decline by its name", async () => {
    const reason = "Refused"
    const additionalData = { refusalReasonRaw: "51 : Insufficient funds" }
    expect(await told({ success: "false", reason, additionalData })).toMatchObject({
      charge: { state: "declined", rawCode: "2/51", networkCode: "51" }
    })
    expect(await told({ success: "false", reason: "Not enough balance" })).toMatchObject({
      charge: { rawCode: "12" }
    })
    expect(await told({ eventCode: "OFFER_CLOSED" })).toMatchObject({
      charge: { rawCode: "OFFER_CLOSED" }
    })
  })

  it("reports the captured part of a hold, beside the whole hold", async () => {
    const amount = { value: 800, currency: "EUR" }
    expect(await told({ eventCode: "CAPTURE", originalReference, amount }, held)).toMatchObject({
      charge: { amount: 1250n, amountCaptured: 800n, providerReference: originalReference }
    })
  })

  it("reports the approval, with the reference for later charges", async () => {
    const reason = "074559:1111:03/2030"
    const additionalData = { networkTxReference: "MCC1", cvcResult: "1 Matches" }
    expect(await told({ reason, additionalData })).toMatchObject({
      charge: { authCode: "074559", networkReference: "MCC1", checks: { cvc: "pass" } }
    })
  })
})

describe("a capture that Adyen repeats", () => {
  it.each(["CAPTURE", "CAPTURE_FAILED", "REFUND", "REFUND_FAILED"])(
    "is new information by its date: %s of another day has another id",
    async (eventCode) => {
      const merchantReference = eventCode.startsWith("REFUND") ? `refund_${ids}` : `capture_${ids}`
      const idOn = async (eventDate: string) =>
        (await told({ eventCode, merchantReference, originalReference, eventDate } as never))?.id
      const first = await idOn("2026-01-01T01:00:00+01:00")
      expect(await idOn("2026-01-01T01:00:00+01:00")).toBe(first)
      expect(await idOn("2026-01-04T01:00:00+01:00")).not.toBe(first)
    }
  )

  it("of an automatic capture reports its failure in Adyen's words", async () => {
    const reason = "Capture rejected by card scheme because of a technical issue."
    expect(await told({ eventCode: "CAPTURE_FAILED", reason })).toMatchObject({
      charge: { state: "returned", rawCode: reason }
    })
  })
})

describe("a notification of Adyen's about captures, voids and refunds", () => {
  it.each([
    ["capture", "CAPTURE", "true", "", "succeeded"],
    ["capture", "CAPTURE", "false", "Insufficient balance on payment", "failed"],
    ["capture", "CAPTURE", "false", "Authorisation expired", "hold_expired"],
    ["capture", "CAPTURE_FAILED", "true", "Capture Failed", "failed"],
    ["void", "CANCELLATION", "true", "", "succeeded"],
    ["void", "CANCELLATION", "false", "Transaction was captured", "failed"],
    ["void", "TECHNICAL_CANCEL", "true", "", "succeeded"],
    ["void", "CANCEL_OR_REFUND", "true", "", "succeeded"],
    ["refund", "REFUND", "true", "", "succeeded"],
    ["refund", "REFUND", "false", "Insufficient balance on payment", "failed"],
    ["refund", "REFUND_WITH_DATA", "true", "", "succeeded"],
    ["refund", "POSTPONED_REFUND", "true", "", "pending"],
    ["refund", "REFUND_FAILED", "true", "Refund Failed", "reversed"],
    ["refund", "REFUNDED_REVERSED", "true", "", "reversed"]
  ] as const)(
    "a %s by %s, success %s, %s, is %s",
    async (kind, eventCode, success, reason, state) => {
      const merchantReference = `${kind}_${ids}`
      expect(
        await told({ eventCode, success, reason, merchantReference, originalReference })
      ).toMatchObject({
        _tag: "Modification",
        reference: merchantReference,
        modification: { state, providerReference: "QFQTPCQ8HXSKGK82" }
      })
    }
  )

  it.each([
    ["REFUND", "true", "succeeded"],
    ["REFUND", "false", "failed"],
    ["REFUND_WITH_DATA", "true", "succeeded"],
    ["POSTPONED_REFUND", "true", "pending"],
    ["REFUND_FAILED", "true", "reversed"],
    ["REFUNDED_REVERSED", "true", "reversed"]
  ] as const)(
    "a refund made elsewhere by %s, success %s, is %s",
    async (eventCode, success, state) => {
      const amount = { value: 500, currency: "EUR" }
      expect(await told({ eventCode, success, amount, originalReference })).toMatchObject({
        _tag: "Refund",
        reference: `attempt_${ids}`,
        refund: { state, amount: 500n, currency: "EUR", providerReference: "QFQTPCQ8HXSKGK82" }
      })
    }
  )

  it("is ignored if its event is of another kind", async () => {
    const event = (eventCode: string, kind: string) =>
      told({ eventCode, merchantReference: `${kind}_${ids}`, originalReference } as never)
    expect(await event("CAPTURE", "refund")).toBeNull()
    expect(await event("REFUND", "void")).toBeNull()
    expect(await event("CANCELLATION", "capture")).toBeNull()
  })

  it("reports an external reversal as the refund or the void that Adyen made of it", async () => {
    const reversal = (action?: string) =>
      told(
        {
          eventCode: "CANCEL_OR_REFUND",
          originalReference,
          additionalData: action === undefined ? {} : { "modification.action": action }
        },
        action === undefined ? query() : held
      )
    expect(await reversal("refund")).toMatchObject({ _tag: "Refund" })
    expect(await reversal("cancel")).toMatchObject({ _tag: "Charge", charge: { state: "voided" } })
    expect(await reversal()).toMatchObject({ _tag: "Refund" })
  })
})

describe("a notification of Adyen's about a dispute", () => {
  it.each([
    ["NOTIFICATION_OF_FRAUD", undefined, "alert"],
    ["REQUEST_FOR_INFORMATION", "Unresponded", "retrieval_request"],
    ["NOTIFICATION_OF_CHARGEBACK", "Undefended", "retrieval_request"],
    ["CHARGEBACK", "Undefended", "chargeback_received"],
    ["CHARGEBACK_REVERSED", "Pending", "won"],
    ["ISSUER_RESPONSE_TIMEFRAME_EXPIRED", "Won", "won"],
    ["SECOND_CHARGEBACK", "Lost", "lost"],
    ["SECOND_CHARGEBACK", "Undefended", "pre_arbitration"],
    ["DISPUTE_DEFENSE_PERIOD_ENDED", "Lost", "lost"],
    ["PREARBITRATION_OPEN", undefined, "pre_arbitration"],
    ["PREARBITRATION_DECLINED", undefined, "pre_arbitration"],
    ["PREARBITRATION_WON", "Won", "won"],
    ["PREARBITRATION_LOST", "Lost", "lost"],
    ["PREARBITRATION_ACCEPTED", undefined, "lost"],
    ["PREARBITRATION_ISSUER_WITHDRAWN", undefined, "won"],
    ["SCHEME_ARBITRATION", undefined, "arbitration"],
    ["SCHEME_ARBITRATION_WON", undefined, "won"],
    ["SCHEME_ARBITRATION_LOST", undefined, "lost"]
  ])("with %s, %s, reports the stage %s", async (eventCode, disputeStatus, stage) => {
    const additionalData = {
      chargebackReasonCode: " 10.4",
      defensePeriodEndsAt: "2026-02-01T00:00:00Z",
      ...(disputeStatus === undefined ? {} : { disputeStatus })
    }
    expect(await told({ eventCode, originalReference, additionalData } as never)).toMatchObject({
      _tag: "Dispute",
      reference: `attempt_${ids}`,
      dispute: {
        providerReference: "QFQTPCQ8HXSKGK82",
        stage,
        amount: 1250n,
        rawReason: "10.4",
        evidenceDueBy: Date.parse("2026-02-01T00:00:00Z"),
        occurredAt: Date.parse("2026-01-01T00:00:00Z")
      }
    })
  })

  it.each([
    ["INFORMATION_SUPPLIED", "Responded", "a question that was answered is one still"],
    ["INFORMATION_SUPPLIED", "Pending", "it comes before the chargeback too"],
    ["DISPUTE_DEFENSE_PERIOD_ENDED", "Expired", "a chargeback may follow the question"],
    ["DISPUTE_DEFENSE_PERIOD_ENDED", undefined, "it is the end of a question, by its reason"],
    ["ISSUER_COMMENTS", undefined, "they are words"]
  ] as const)("is nothing by %s, %s: %s", async (eventCode, disputeStatus, _why) => {
    const additionalData = disputeStatus === undefined ? { rfiReasonCode: "30" } : { disputeStatus }
    expect(await read(signed([item({ eventCode, additionalData } as never)]))).toEqual([])
  })

  const [first, later] = ["2026-01-01T01:00:00+01:00", "2026-02-01T01:00:00+01:00"]
  const idOf = async (eventCode: string, disputeStatus: string, eventDate: string) => {
    const additionalData = { disputeStatus }
    const event = { eventCode, eventDate, originalReference, additionalData }
    return (await told(event as never))?.id
  }

  it.each([
    ["NOTIFICATION_OF_CHARGEBACK", "Undefended"],
    ["CHARGEBACK", "Undefended"],
    ["CHARGEBACK_REVERSED", "Pending"],
    ["SECOND_CHARGEBACK", "Undefended"],
    ["SCHEME_ARBITRATION", "Pending"]
  ])("with %s counts once for each status, whatever date a repeat has", async (code, status) => {
    const id = await idOf(code, status, first)
    expect(await idOf(code, status, later)).toBe(id)
    expect(await idOf(code, "Lost", first)).not.toBe(id)
  })

  it("counts again for a pre-arbitration of another date", async () => {
    const id = await idOf("PREARBITRATION_OPEN", "Pending", first)
    expect(await idOf("PREARBITRATION_OPEN", "Pending", first)).toBe(id)
    expect(await idOf("PREARBITRATION_OPEN", "Pending", later)).not.toBe(id)
  })

  it.each([
    ["CHARGEBACK", "another", undefined, false],
    ["CHARGEBACK", "QFQTPCQ8HXSKGK82", undefined, true],
    ["CHARGEBACK", null, undefined, true],
    ["CHARGEBACK", "QFQTPCQ8HXSKGK82", originalReference, false],
    ["PREARBITRATION_OPEN", "another", undefined, true],
    ["PREARBITRATION_OPEN", "another", originalReference, false],
    ["SCHEME_ARBITRATION_WON", "another", undefined, true],
    ["ISSUER_RESPONSE_TIMEFRAME_EXPIRED", "another", undefined, true]
  ])("with %s of the payment %s, which it names as %s, is unnamed: %s", async (...of) => {
    const [eventCode, providerReference, original, isUnnamed] = of
    const event = { eventCode, ...(original === undefined ? {} : { originalReference: original }) }
    const notification = await told(event as never, query({ providerReference }))
    expect(notification).toMatchObject({ _tag: "Dispute", dispute: { isUnnamed } })
    expect(notification?.id.endsWith(`.${isUnnamed}`)).toBe(true)
  })
})
