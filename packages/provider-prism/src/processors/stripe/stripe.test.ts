import { describe, expect, it } from "vitest"
import { stripe } from "./stripe.ts"

const request = {
  reference: "refund_1",
  charge: {
    mid: { id: "mid_1", credentials: "main" },
    reference: "attempt_1",
    providerReference: "pi_1"
  },
  amount: 500n,
  currency: "EUR",
  sendBefore: 0
}

const outcomeOf = (error: unknown, status = 400) =>
  stripe.modificationOutcome?.(
    "refund",
    { status, headers: {}, body: JSON.stringify({ error }) },
    request
  )

const type = "invalid_request_error"

describe("a capture or refund that Stripe refuses", () => {
  it("fails by Stripe's code, or because its hold is over", () => {
    expect(outcomeOf({ type, code: "charge_already_refunded" })).toEqual({
      _tag: "Failed",
      rawCode: "charge_already_refunded"
    })
    expect(outcomeOf({ type })).toEqual({ _tag: "Failed", rawCode: type })
    expect(outcomeOf({ type, code: "charge_expired_for_capture" })).toEqual({ _tag: "HoldExpired" })
  })

  it("is sent again if only the account can't do it now", () => {
    expect(outcomeOf({ type, code: "balance_insufficient" })).toBeNull()
    expect(outcomeOf({ type, code: "capability_not_active" })).toBeNull()
  })

  it("has not failed if the error is not Stripe's", () => {
    expect(outcomeOf("No route")).toBeNull()
    expect(outcomeOf({ code: 400, message: "No route" })).toBeNull()
    expect(outcomeOf({ type }, 503)).toBeNull()
  })
})
