import { networkDeclines, readDecline } from "@payloom/core"
import { describe, expect, it } from "vitest"
import {
  adviceCodes,
  cardDeclines,
  debitDeclines,
  declineOf,
  errorDeclines,
  localDeclines,
  missingDeclines,
  requestDeclines,
  silentDeclines,
  stripeDeclines
} from "./stripeDeclines.ts"
import {
  documentedAchCodes,
  documentedCardCodes,
  documentedLocalCodes,
  documentedSepaCodes
} from "./testing/documentedDeclines.ts"

describe("the meanings of Stripe's codes", () => {
  const known = (code: string) =>
    Object.hasOwn(stripeDeclines.meanings, code) || silentDeclines.includes(code)

  it("include every decline_code: 50 of cards, 26 of local payment methods", () => {
    expect(new Set(documentedCardCodes).size).toBe(50)
    expect(new Set(documentedLocalCodes).size).toBe(26)
    const documented = [...documentedCardCodes, ...documentedLocalCodes]
    expect(documented.filter((code) => !known(code))).toEqual([])
    expect(new Set(documented).size).toBe(70)
  })

  it("include else only 33 codes of errors, 23 of debits, 18 of requests and 14 of our own", () => {
    const own = missingDeclines
    const tables = [cardDeclines, localDeclines, errorDeclines, debitDeclines, requestDeclines, own]
    const all = [...tables.flatMap((table) => Object.keys(table)), ...silentDeclines]
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(70 + 33 + 23 + 18 + 14)
    const documented = new Set([...documentedCardCodes, ...documentedLocalCodes])
    const others = all.filter((code) => !documented.has(code))
    expect(others).toHaveLength(33 + 23 + 18 + 14)
  })

  it("include the code for each of 21 reasons of banks", () => {
    const reasons = Object.entries(documentedSepaCodes)
    expect(reasons).toHaveLength(21)
    for (const [reason, code] of reasons) {
      expect([code, known(code)]).toEqual([code, true])
      const byCode = readDecline(stripeDeclines, code, null)
      const byReason = readDecline(stripeDeclines, "payment_method_provider_decline", reason)
      expect(Object.hasOwn(networkDeclines.meanings, reason)).toBe(true)
      // If a debit may be retried by one of its codes, it may be by the other.
      if (code !== "generic_could_not_process") {
        expect([reason, byReason.category]).toEqual([reason, byCode.category])
      }
    }
  })

  it("let an ACH debit be retried only if the account lacked funds", () => {
    for (const [reason, code] of Object.entries(documentedAchCodes)) {
      const { category } = readDecline(stripeDeclines, code, reason)
      expect([reason, category]).toEqual([reason, /^R0[19]$/.test(reason) ? "soft" : "hard"])
    }
  })

  it("come from the scheme's code if Stripe's code says nothing", () => {
    for (const silent of silentDeclines) {
      expect(readDecline(stripeDeclines, silent, "51").code).toBe("insufficient_funds")
      expect(readDecline(stripeDeclines, silent, "AM04").code).toBe("insufficient_funds")
      expect(readDecline(stripeDeclines, silent, null)).toEqual({
        code: "card_declined",
        category: "soft",
        decision: "stop"
      })
    }
  })

  it("don't distinguish lost, stolen and suspicious cards", () => {
    const said = ["lost_card", "stolen_card", "pickup_card", "fraudulent", "restricted_card"].map(
      (code) => readDecline(stripeDeclines, code, "41")
    )
    for (const meaning of said) {
      expect(meaning).toEqual({ code: "card_declined", category: "hard", decision: "stop" })
    }
  })

  it("cascade only if another account may approve", () => {
    const cascading = Object.entries(stripeDeclines.meanings)
      .filter(([, { decision }]) => decision === "cascade")
      .map(([code]) => code)
    expect(cascading.toSorted()).toEqual([
      "invalid_business_account",
      "issuer_not_available",
      "payment_method_not_available",
      "payment_method_provider_timeout",
      "processing_error",
      "reenter_transaction",
      "three_d_secure_authentication_upstream_error"
    ])
  })
})

describe("Stripe's advice", () => {
  it("is known for each of its 3 advice codes", () => {
    expect(adviceCodes).toEqual({
      confirm_card_data: "fix",
      do_not_try_again: "never",
      try_again_later: "later"
    })
  })

  it("is separate from the network's, and either of them can say never", () => {
    const adviceOf = (advice_code?: string, network_advice_code?: string) =>
      declineOf({ advice_code, network_advice_code }).networkAdvice
    expect(adviceOf("try_again_later", "03")).toBe("never")
    expect(adviceOf("do_not_try_again", "02")).toBe("never")
    expect(adviceOf(undefined, "03")).toBe("never")
    expect(adviceOf("do_not_try_again")).toBe("never")
  })

  it("comes before the network's advice if neither says never", () => {
    const adviceOf = (advice_code?: string, network_advice_code?: string) =>
      declineOf({ advice_code, network_advice_code }).networkAdvice
    expect(adviceOf("try_again_later", "01")).toBe("later")
    expect(adviceOf("confirm_card_data", "02")).toBe("fix")
    expect(adviceOf(undefined, "01")).toBe("fix")
    expect(adviceOf("of_next_year", "02")).toBe("later")
    expect(adviceOf(undefined, "99")).toBeNull()
  })
})

describe("the reason of a decline", () => {
  const charge = {
    id: "py_1",
    failure_code: "account_closed",
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: "AC04",
      network_status: "declined_by_network",
      reason: "account_closed",
      seller_message: null,
      type: "issuer_declined"
    }
  }
  const code = "payment_intent_payment_attempt_failed"

  it("is the charge's if the error only says that it failed", () => {
    expect(declineOf({ code, charge: "py_1" }, charge)).toMatchObject({
      rawCode: "account_closed",
      networkCode: "AC04"
    })
    expect(declineOf({ code, charge: "py_1" })).toMatchObject({ rawCode: code, networkCode: null })
  })

  it("is never that of another attempt's charge", () => {
    expect(declineOf({ code, charge: "py_2" }, charge)).toMatchObject({ rawCode: code })
    expect(declineOf({ code }, charge)).toMatchObject({ rawCode: code })
  })

  it("is the error's own decline_code if it has one", () => {
    const said = { code: "card_declined", decline_code: "lost_card", charge: "py_1" }
    expect(declineOf(said, charge)).toMatchObject({ rawCode: "lost_card" })
  })
})
