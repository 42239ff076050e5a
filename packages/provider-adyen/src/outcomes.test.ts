import { describe, expect, it } from "vitest"
import { type AdyenAnswer, askedAgain, outcomeOf, waitingOf } from "./outcomes.ts"
import { detailsKey, payerDetails } from "./payerDetails.ts"

const asked = {
  reference: "attempt_1",
  capture: true,
  brand: null,
  overCapture: false,
  overCapturePercent: {},
  expiresAt: 5000,
  usesAdyenWeb: false,
  clientSide: { clientKey: "test_KEY", environment: "test" }
}
const amount = { value: 1250, currency: "EUR" }
const pspReference = "8836000000000001"

const told = (answer: Partial<AdyenAnswer>) =>
  outcomeOf({ pspReference, amount, ...answer } as AdyenAnswer, asked)

describe("an answer of Adyen's", () => {
  it.each([
    ["Authorised", "Approved"],
    ["PartiallyAuthorised", "Approved"],
    ["Refused", "Declined"],
    ["Error", "Declined"],
    ["Cancelled", "Declined"],
    ["Pending", "Pending"],
    ["Received", "Pending"],
    ["PresentToShopper", "Pending"],
    ["AuthenticationFinished", "Unknown"],
    ["AuthenticationNotRequired", "Unknown"],
    ["Success", "Unknown"],
    ["SomethingNew", "Unknown"]
  ])("as %s is %s", (resultCode, tag) => {
    expect(told({ resultCode: resultCode as "Authorised" })._tag).toBe(tag)
  })

  it.each([
    "RedirectShopper",
    "IdentifyShopper",
    "ChallengeShopper",
    "PresentToShopper",
    "Pending"
  ])("as %s with an action asks the payer", (resultCode) => {
    const action = { type: "threeDS2", token: "t", brandNew: true } as never
    expect(told({ resultCode: resultCode as "Pending", action })).toMatchObject({
      _tag: "RequiresAction",
      expiresAt: 5000,

      action: {
        _tag: "ClientSide",
        kind: "adyen",
        payload: {
          action: { type: "threeDS2", token: "t", brandNew: true },
          clientKey: "test_KEY",
          environment: "test"
        }
      }
    })
  })

  it("redirects a payer only by GET, and leaves other actions to Adyen Web", () => {
    const page = { type: "redirect", url: "https://adyen.example/3ds", method: "GET" } as const
    expect(told({ action: page })).toMatchObject({ action: { _tag: "Redirect", url: page.url } })
    const posted = { ...page, method: "POST", data: { MD: "x" } }
    expect(told({ action: posted })).toMatchObject({ action: { _tag: "ClientSide" } })
  })

  it("has the authorised amount, and not the requested one", () => {
    expect(
      told({ resultCode: "Authorised", amount: { value: 600, currency: "EUR" } })
    ).toMatchObject({
      amount: 600n
    })
    const additionalData = { authorisedAmountValue: "700", authorisedAmountCurrency: "EUR" }
    expect(told({ resultCode: "Authorised", amount: null, additionalData })).toMatchObject({
      amount: 700n
    })
    expect(told({ resultCode: "Authorised", amount: null })).toMatchObject({ amount: -1n })
  })

  it("has the issuer's checks, and the reference for later charges", () => {
    const additionalData = {
      cvcResult: "2 Doesn't match",
      avsResult: "6 Postal code matches, but the address does not match",
      authCode: "065696",
      networkTxReference: "MCC123"
    }
    expect(told({ resultCode: "Authorised", additionalData })).toMatchObject({
      checks: { cvc: "fail", line1: "fail", postalCode: "pass" },
      authCode: "065696",
      networkReference: "MCC123"
    })
  })

  it("has the reason of a decline: Adyen's code, the scheme's, and the advice", () => {
    expect(
      told({
        resultCode: "Refused",
        refusalReason: "Refused",
        refusalReasonCode: "2",
        additionalData: {
          refusalReasonRaw: "79 : Life cycle",
          merchantAdviceCode: "03 : Do not try again",
          cardPaymentMethod: "mc"
        }
      })
    ).toMatchObject({
      rawCode: "2/79",
      networkCode: "79",
      networkAdvice: "never",
      message: "Refused; 79 : Life cycle"
    })
    expect(
      told({
        resultCode: "Refused",
        refusalReasonCode: "2",
        additionalData: { refusalCodeRaw: "51", refusalReasonRaw: "Not what it was yesterday" }
      })
    ).toMatchObject({ rawCode: "2/51", networkCode: "51" })
    expect(told({ resultCode: "Cancelled" })).toMatchObject({ rawCode: "Cancelled" })
    expect(told({ resultCode: "Refused", refusalReason: "CVC Declined" })).toMatchObject({
      rawCode: "24"
    })
  })
})

describe("a refusal without the card's scheme", () => {
  const refusal = (data: Record<string, string>, brand: string | null) =>
    outcomeOf(
      {
        resultCode: "Refused",
        refusalReasonCode: "5",
        additionalData: { refusalReasonRaw: "41 : Lost card", ...data }
      },
      { ...asked, brand }
    )

  it.each([
    [{}, "visa"],
    [{ paymentMethodVariant: "visastandarddebit" }, null],
    [{ paymentMethod: "visa" }, null],
    [{ cardPaymentMethod: "visa" }, "mc"]
  ])("gets Visa's advice if another field names Visa: %o, %s", (data, brand) => {
    expect(refusal(data as never, brand)).toMatchObject({ networkAdvice: "never" })
  })

  it("is never retried if Visa forbids that, whatever the advice code says", () => {
    const later = { paymentMethod: "visa", merchantAdviceCode: "02 : Try again later" }
    expect(refusal(later, null)).toMatchObject({ networkAdvice: "never" })
    expect(refusal({ ...later, paymentMethod: "mc" }, null)).toMatchObject({
      networkAdvice: "later"
    })
  })

  it("has no advice of Visa's if nothing names Visa", () => {
    expect(refusal({}, null)).toMatchObject({ networkAdvice: null })
    expect(refusal({ paymentMethodVariant: "mc" }, null)).toMatchObject({ networkAdvice: null })
  })
})

describe("a payer who is back", () => {
  const action = { type: "redirect", url: "https://adyen.example/3ds", paymentData: "pd" } as const
  const asking = told({ action })
  const state = asking._tag === "RequiresAction" ? (asking.state ?? null) : null
  const request = {
    mid: { id: "mid", credentials: "main" },
    reference: "attempt_1",
    providerReference: pspReference,
    amount: 1250n,
    currency: "EUR",
    state,
    returned: null,
    sendBefore: 0
  }

  it("is remembered with Adyen's payment data and the request's settings", () => {
    expect(waitingOf(request)).toMatchObject({
      capture: true,
      paymentData: "pd",
      providerReference: pspReference
    })
  })

  it("is asked, however long Adyen's payment data is", () => {
    for (const length of [20_000, 25_000, 40_000]) {
      const paymentData = "p".repeat(length)
      const asking = told({ action: { ...action, paymentData } as never })
      const state = asking._tag === "RequiresAction" ? (asking.state ?? "") : ""
      expect(state.length).toBeLessThanOrEqual(30_000)
      const kept = waitingOf({ ...request, state })
      expect(kept).toMatchObject({ capture: true, providerReference: pspReference })
      expect(kept.paymentData).toBe(length > 30_000 ? null : paymentData)
    }
  })

  it("gets the same action again if they bring no result", () => {
    expect(payerDetails(request, "pd")).toBeNull()
    expect(askedAgain(request)).toEqual(asking)
    expect(askedAgain({ ...request, state: null })._tag).toBe("Unknown")
  })

  it("brings the result in the URL, or from Adyen Web", () => {
    const query = { redirectResult: "r", redirect: "x" }
    expect(payerDetails({ returned: { query } }, "pd")).toEqual({
      details: { redirectResult: "r" }
    })
    const result = { details: { threeDSResult: "t", junk: 1 }, other: "x" }
    const details = { details: { threeDSResult: "t" }, paymentData: "pd" }
    expect(payerDetails({ returned: { result } }, "pd")).toEqual(details)
    expect(payerDetails({ returned: { result: [] } }, null)).toBeNull()
  })

  it("has each result submitted once, by a key that Adyen accepts", () => {
    const reference = "attempt_01J0000000000000000000000A"
    const one = detailsKey(reference, { details: { redirectResult: "a" } })
    expect(one).toBe(detailsKey(reference, { details: { redirectResult: "a" } }))
    expect(one).not.toBe(detailsKey(reference, { details: { redirectResult: "b" } }))
    expect(one.length).toBeLessThanOrEqual(64)
  })
})
