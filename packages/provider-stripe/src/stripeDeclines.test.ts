import { readDecline } from "@payloom/core"
import { describe, expect, it } from "vitest"
import {
  adviceCodes,
  cardDeclines,
  debitDeclines,
  declineOf,
  errorDeclines,
  stripeDeclines
} from "./stripeDeclines.ts"

/** As Stripe's documents list them, `generic_decline` left out. */
const documented = (
  "approve_with_id authentication_not_handled authentication_required call_issuer " +
  "card_not_supported card_velocity_exceeded currency_not_supported do_not_honor " +
  "do_not_try_again duplicate_transaction expired_card fraudulent incorrect_address " +
  "incorrect_cvc incorrect_number incorrect_pin incorrect_zip insufficient_funds " +
  "invalid_account invalid_amount invalid_cvc invalid_expiry_month invalid_expiry_year " +
  "invalid_number invalid_pin issuer_not_available lost_card merchant_blacklist " +
  "mobile_device_authentication_required new_account_information_available no_action_taken " +
  "not_permitted offline_pin_required online_or_offline_pin_required pickup_card " +
  "pin_try_exceeded processing_error reenter_transaction restricted_card " +
  "revocation_of_all_authorizations revocation_of_authorization security_violation " +
  "service_not_allowed stolen_card stop_payment_order testmode_decline " +
  "transaction_not_allowed try_again_later withdrawal_count_limit_exceeded"
).split(" ")

describe("what Stripe's codes mean", () => {
  it("is known of every decline_code, 49 beside generic_decline", () => {
    expect(Object.keys(cardDeclines)).toEqual(documented)
    expect(documented).toHaveLength(49)
  })

  it("is known of 26 codes of errors and 16 of direct debits, none of them twice", () => {
    const all = [cardDeclines, errorDeclines, debitDeclines].flatMap((table) => Object.keys(table))
    expect(Object.keys(errorDeclines)).toHaveLength(26)
    expect(Object.keys(debitDeclines)).toHaveLength(16)
    expect(new Set(all).size).toBe(all.length)
    expect(Object.keys(stripeDeclines.meanings)).toHaveLength(all.length)
  })

  it("is for a generic decline what the scheme's code behind it means", () => {
    expect(readDecline(stripeDeclines, "generic_decline", "51").code).toBe("insufficient_funds")
    expect(readDecline(stripeDeclines, "generic_decline", null)).toEqual({
      code: "card_declined",
      category: "soft",
      decision: "stop"
    })
  })

  it("says no more of lost and stolen cards than of suspicious ones", () => {
    const said = ["lost_card", "stolen_card", "pickup_card", "fraudulent", "restricted_card"].map(
      (code) => readDecline(stripeDeclines, code, "41")
    )
    for (const meaning of said) {
      expect(meaning).toEqual({ code: "card_declined", category: "hard", decision: "stop" })
    }
  })

  it("sends on to another account only what that one may take", () => {
    const cascading = Object.entries(stripeDeclines.meanings)
      .filter(([, { decision }]) => decision === "cascade")
      .map(([code]) => code)
    expect(cascading.toSorted()).toEqual([
      "issuer_not_available",
      "payment_method_not_available",
      "payment_method_provider_timeout",
      "processing_error",
      "reenter_transaction",
      "three_d_secure_authentication_upstream_error"
    ])
  })
})

describe("what Stripe advises", () => {
  it("is known of each of its 3 advice codes", () => {
    expect(adviceCodes).toEqual({
      confirm_card_data: "fix",
      do_not_try_again: "never",
      try_again_later: "later"
    })
  })

  it("wins over what the network advises", () => {
    const network = { network_advice_code: "03" }
    expect(declineOf(network).networkAdvice).toBe("never")
    expect(declineOf({ ...network, advice_code: "try_again_later" }).networkAdvice).toBe("later")
    expect(declineOf({ network_advice_code: "99" }).networkAdvice).toBeNull()
  })
})
