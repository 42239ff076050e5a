import { plainCharge } from "@payloom/testkit"
import { describe, expect, it } from "vitest"
import { askOf, event, ids, payment } from "../../testing/worldpayPayments.ts"
import { completed, worldpay } from "./worldpay.ts"

const asked = { kind: "charge", reference: `attempt_${ids}`, capture: true } as const
const pending = { _tag: "Pending", providerReference: "pay1" } as const
const answerOf = (body: object, status = 202) => ({
  status,
  headers: {},
  body: JSON.stringify(body)
})
const approved = { outcome: "sentForSettlement", paymentId: "pay1" }
const authorized = payment([event("authorizationSucceeded", "a")])

describe("an approval of Worldpay's, which has no amount", () => {
  it("has the amount that Worldpay reports for the payment", async () => {
    expect(worldpay.chargeOutcome?.(answerOf(approved), null, asked)).toBeNull()
    expect(worldpay.charged(approved, asked)).toBeNull()
    const less = { ...authorized, value: { amount: 1200, currency: "EUR" } }
    expect(await completed(approved, asked, askOf([less]), [0])).toMatchObject({
      providerReference: "pay1",
      captured: true,
      amount: 1200n
    })
  })

  it("is asked for until Worldpay has it, and stays Pending otherwise", async () => {
    let calls = 0
    const late = async (path: string) => {
      calls += 1
      return askOf(calls < 3 ? [] : [authorized])(path)
    }
    expect(await completed(approved, asked, late, [0, 1, 1])).toMatchObject({ captured: true })
    expect(await completed(approved, asked, askOf([]), [0, 1])).toEqual(pending)
    const open = payment([event("authorizationRequested", "a")])
    expect(await completed(approved, asked, askOf([open]), [0])).toEqual(pending)
  })

  it("is Pending if Worldpay settles the payment later, or cancels it by itself", () => {
    for (const outcome of ["authorized", "sentForCancellation"]) {
      const answer = answerOf({ outcome, paymentId: "pay1" }, 201)
      expect(worldpay.chargeOutcome?.(answer, null, asked)).toEqual(pending)
    }
  })

  it("rejects if another payment is found, so that the charge stays unknown", async () => {
    const other = { ...authorized, transactionReference: "ORD-1" }
    await expect(completed(approved, asked, askOf([other]), [0])).rejects.toThrow("another payment")
  })

  it("has the authorized amount in its answer if that is a part", () => {
    const amounts = { requested: 1250, totalAuthorized: 700, currency: "EUR" }
    const body = { outcome: "sentForSettlement", paymentId: "pay1", amounts }
    expect(worldpay.chargeOutcome?.(answerOf(body), null, asked)).toBeNull()
    expect(worldpay.charged(body, asked)).toMatchObject({ amount: 700n, captured: true })
  })
})

describe("a refusal of Worldpay", () => {
  const body = { outcome: "refused", refusalCode: "5", refusalDescription: "REFUSED" }

  it("has the scheme's code with its zero, and the scheme's advice", () => {
    expect(worldpay.refused?.({ ...body, advice: { code: "03" } })).toEqual({
      rawCode: "5",
      networkCode: "05",
      message: "REFUSED",
      networkAdvice: "never"
    })
  })

  it("has Worldpay's code and the scheme's, if Worldpay sends both", () => {
    const both = { ...body, refusalCode: "N7", gatewayRefusalCode: "5" }
    expect(worldpay.refused?.(both)).toMatchObject({ rawCode: "5", networkCode: "N7" })
    expect(worldpay.refused?.({ outcome: "fraudHighRisk" })).toMatchObject({
      rawCode: "fraudHighRisk",
      networkCode: null,
      networkAdvice: null
    })
  })
})

describe("a request that Worldpay rejects", () => {
  it("is AccountUnavailable with the name of the error, and unclear without a name", () => {
    const body = { errorName: "bodyDoesNotMatchSchema", message: "No." }
    expect(worldpay.chargeOutcome?.(answerOf(body, 400), null, asked)).toMatchObject({
      _tag: "AccountUnavailable",
      rawCode: "bodyDoesNotMatchSchema"
    })
    expect(worldpay.chargeOutcome?.(answerOf({}, 400), null, asked)).toBeNull()
    expect(worldpay.chargeOutcome?.(answerOf(body, 500), null, asked)).toBeNull()
  })
})

describe("a charge of a token at Worldpay", () => {
  const account = {
    username: "u",
    password: "p",
    entity: "default",
    narrative: "Shop",
    webhookSecrets: []
  }
  const instructionOf = (changes: object, href = "https://access.worldpay.com/tokens/x") => {
    const instruction = {
      paymentInstrument: { type: "token", href },
      tokenCreation: null,
      customerAgreement: { type: "subscription", storedCardUsage: "subsequent" }
    }
    const request = plainCharge(changes)
    const built = { method: "POST", url: "", headers: {}, body: JSON.stringify({ instruction }) }
    const sent = { account, kind: "charge", request, asks: false } as const
    return JSON.parse(worldpay.adjust(built, sent).body).instruction
  }
  const agreed = (usage: string, position: string) => ({
    initiator: position === "first" ? "customer" : "merchant",
    agreement: { usage, position, networkReference: position === "first" ? null : "MCC1" }
  })

  it.each([
    [{}, { type: "cardOnFile", storedCardUsage: "subsequent" }],
    [agreed("recurring", "first"), { type: "subscription", storedCardUsage: "first" }],
    [
      agreed("recurring", "subsequent"),
      { type: "subscription", storedCardUsage: "subsequent", schemeReference: "MCC1" }
    ],
    [agreed("unscheduled", "first"), { type: "cardOnFile", storedCardUsage: "first" }],
    [agreed("unscheduled", "subsequent"), { type: "unscheduled", schemeReference: "MCC1" }]
  ])("says who started it and why %#", (changes, agreement) => {
    expect(instructionOf(changes).customerAgreement).toEqual(agreement)
  })

  it("names the token by its address, or by its id", () => {
    expect(instructionOf({}).paymentInstrument).toEqual({
      type: "token",
      href: "https://access.worldpay.com/tokens/x"
    })
    expect(instructionOf({}, "9902480679618049603").paymentInstrument).toEqual({
      type: "token",
      tokenId: "9902480679618049603"
    })
  })

  it("passes the result of the merchant's own 3DS server on", () => {
    const threeDs = {
      flow: "challenge",
      version: "2.2.0",
      eci: "05",
      authenticationValue: "AAAB",
      transactionId: "c5b8"
    }
    expect(instructionOf({ threeDs }).threeDS).toEqual({
      type: "external",
      version: "2.2.0",
      eci: "05",
      authenticationValue: "AAAB",
      dsTransactionId: "c5b8"
    })
  })
})
