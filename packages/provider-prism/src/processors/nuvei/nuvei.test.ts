import { type ChargeQuery, fieldsIn } from "@payloom/core"
import { plainCharge } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { prism } from "../../prism.ts"
import { payer } from "../../testing/requests.ts"
import { markingRelay, scriptedLibrary } from "../../testing/scripted.ts"

const account = { merchantId: "1", merchantSiteId: "2", merchantSecret: "3" }
const reference = plainCharge().reference

const session = { status: "SUCCESS", sessionToken: "session" }
const approval = {
  status: "SUCCESS",
  transactionStatus: "APPROVED",
  transactionType: "Sale",
  transactionId: "711",
  sessionToken: "session",
  clientUniqueId: reference
}
const paid = { ...approval, amount: "12.00", currency: "EUR" }
const details = {
  status: "SUCCESS",
  transactionDetails: {
    transactionStatus: "APPROVED",
    transactionType: "Sale",
    transactionId: "711",
    clientUniqueId: reference,
    processedAmount: "11.00",
    processedCurrency: "EUR"
  }
}
const unheardOf = { status: "ERROR", errCode: 9146 }

/** An answer: a body, or the status of a gateway's. */
type Answer = object | number

/** Returns a connector to a processor with these answers, and the requests that it got. */
const connector = (
  answers: Readonly<Record<string, Answer>>,
  built: object = {},
  keys: typeof account = account
) => {
  const sent: Array<string> = []
  const bodies: Array<string> = []
  const send: typeof fetch = async (url, init) => {
    const name = new URL(String(url)).pathname.slice(1)
    sent.push(name)
    bodies.push(String(init?.body))
    const answer = answers[name] ?? 503
    return typeof answer === "number"
      ? new Response("", { status: answer })
      : new Response(JSON.stringify(answer), { status: 200 })
  }
  const library = scriptedLibrary(built, { status: "CHARGED", transactionId: "711" })
  const provider = prism({
    processor: "nuvei",
    accountOf: () => keys,
    url: "https://processor.invalid",
    library: {
      ...library,
      request: async (call) => ({
        ...(await library.request(call)),
        url: "https://processor.invalid/payment.do"
      })
    },
    fetch: send,
    relay: markingRelay(send)
  })
  const charge = (changes = {}) =>
    Effect.runPromise(provider.charge(plainCharge({ ...payer, ...changes })))
  const lookup = (changes: Partial<ChargeQuery> = {}) => {
    const { mid, amount, currency, type, capture } = plainCharge()
    const query = { mid, reference, amount, currency, type, capture, created: Date.now() }
    return Effect.runPromise(provider.lookup({ ...query, providerReference: null, ...changes }))
  }
  return { sent, bodies, library, charge, lookup }
}

describe("a charge at Nuvei", () => {
  it("has a session of its own, and the amount that the session's payment took", async () => {
    const answers = {
      "getSessionToken.do": session,
      "payment.do": approval,
      "getPaymentStatus.do": paid
    }
    const { charge, sent, library } = connector(answers)
    expect(await charge()).toMatchObject({ _tag: "Approved", amount: 1200n, captured: true })
    expect(sent).toEqual(["getSessionToken.do", "payment.do", "getPaymentStatus.do"])
    expect(library.calls[0]?.message.sessionToken).toBe("session")
  })

  it("is NotSent without a session, and AccountUnavailable if the keys are refused", async () => {
    for (const answer of [503, { status: "ERROR", errCode: 1000 }]) {
      const { charge, sent } = connector({ "getSessionToken.do": answer, "payment.do": approval })
      expect(await charge()).toMatchObject({ _tag: "NotSent" })
      expect(sent).toEqual(["getSessionToken.do"])
    }
    const refused = { status: "ERROR", errCode: 1001, reason: "Invalid checksum" }
    const { charge, sent } = connector({ "getSessionToken.do": refused })
    expect(await charge()).toMatchObject({ _tag: "AccountUnavailable", rawCode: "1001" })
    expect(sent).toEqual(["getSessionToken.do"])
  })

  it("has the amount of its transaction, if the session doesn't have it", async () => {
    for (const answer of [
      { ...paid, transactionId: "712" },
      { ...paid, amount: "" }
    ]) {
      const { charge } = connector({
        "getSessionToken.do": session,
        "payment.do": approval,
        "getPaymentStatus.do": answer,
        "getTransactionDetails.do": details
      })
      expect(await charge()).toMatchObject({ _tag: "Approved", amount: 1100n })
    }
  })

  it("is Unknown if its amount can't be looked up, or is of another transaction", async () => {
    const { transactionDetails } = details
    const other = { ...transactionDetails, clientUniqueId: "order 7" }
    const uncounted = { ...transactionDetails, processedAmount: "" }
    for (const answer of [
      503,
      unheardOf,
      { status: "SUCCESS", transactionDetails: other },
      { status: "SUCCESS", transactionDetails: uncounted }
    ]) {
      const { charge } = connector({
        "getSessionToken.do": session,
        "payment.do": approval,
        "getPaymentStatus.do": { status: "ERROR", errCode: 1140 },
        "getTransactionDetails.do": answer
      })
      expect(await charge()).toMatchObject({ _tag: "Unknown" })
    }
  })

  it("has the amount of a partial approval without a look-up", async () => {
    const partialApproval = { processedAmount: "5.00", processedCurrency: "EUR" }
    const { charge, sent } = connector({
      "getSessionToken.do": session,
      "payment.do": { ...approval, partialApproval }
    })
    expect(await charge()).toMatchObject({ _tag: "Approved", amount: 500n })
    expect(sent).toEqual(["getSessionToken.do", "payment.do"])
  })

  it("is refused before anything is sent, if a detail of the payer is missing", async () => {
    const { customer } = payer
    for (const [changes, rawCode] of [
      [{ customer: { ...customer, name: null } }, "name"],
      [{ customer: { ...customer, email: null } }, "email"],
      [{ billingAddress: plainCharge().billingAddress }, "country"],
      [{ device: { ...payer.device, ip: null } }, "ip"]
    ] as const) {
      const { charge, sent } = connector({})
      expect(await charge(changes)).toMatchObject({ _tag: "AccountUnavailable", rawCode })
      expect(sent).toEqual([])
    }
  })

  it("has the user of a stored payment option, which the token names", async () => {
    const answers = { "getSessionToken.do": session, "payment.do": approval }
    const charged = async (token: string) => {
      const built = { paymentOption: { userPaymentOptionId: token } }
      const { charge, bodies, sent } = connector(answers, built)
      const outcome = await charge({ source: { _tag: "Vaulted", vaultReference: "card_1", token } })
      return { outcome, sent, body: fieldsIn(bodies[1] ?? "") }
    }
    const { body } = await charged("user/1/upo")
    expect(body).toEqual({
      userTokenId: "user/1",
      paymentOption: { userPaymentOptionId: "upo" }
    })
    const { outcome, sent } = await charged("upo")
    expect(outcome).toMatchObject({ _tag: "AccountUnavailable", rawCode: "token" })
    expect(sent).not.toContain("payment.do")
  })

  it("is Unknown if the request failed in an unknown way, or the gateway timed out", async () => {
    for (const answer of [
      { status: "ERROR", errCode: 1000, reason: "General Error" },
      { status: "ERROR", errCode: 9999, reason: "The client request id was used." },
      { ...approval, transactionStatus: "ERROR", gwErrorCode: -1203 },
      { ...approval, transactionStatus: "REVIEW" }
    ]) {
      const { charge } = connector({ "getSessionToken.do": session, "payment.do": answer })
      expect(await charge()).toMatchObject({ _tag: "Unknown" })
    }
  })

  it("is a decline that asks for authentication, if Nuvei wants to send the payer away", async () => {
    const answer = { ...approval, transactionStatus: "REDIRECT", transactionType: "Auth3D" }
    const { charge } = connector({ "getSessionToken.do": session, "payment.do": answer })
    expect(await charge()).toMatchObject({ _tag: "Declined", rawCode: "REDIRECT" })
  })
})

describe("a look-up at Nuvei", () => {
  const found = (answer: Answer, changes: Partial<ChargeQuery> = {}) =>
    connector({ "getTransactionDetails.do": answer }).lookup(changes)

  it("isn't Absent before another transaction was found by its reference", async () => {
    const keys = { ...account, merchantId: "new" }
    const lookup = (answer: object) =>
      connector({ "getTransactionDetails.do": answer }, {}, keys).lookup()
    expect(await lookup(unheardOf)).toMatchObject({ _tag: "Unavailable" })
    const charging = {
      "getSessionToken.do": session,
      "payment.do": approval,
      "getPaymentStatus.do": paid
    }
    expect(await connector(charging, {}, keys).charge()).toMatchObject({ _tag: "Approved" })
    // Not even the charge that was made is found by its reference.
    expect(await lookup(unheardOf)).toMatchObject({ _tag: "Unavailable" })
    expect(await lookup(details)).toMatchObject({ _tag: "Found" })
    expect(await lookup(unheardOf)).toMatchObject({ _tag: "Absent" })
  })

  it("is Absent only if Nuvei knows no transaction under our reference", async () => {
    expect(await found(details)).toMatchObject({ _tag: "Found" })
    expect(await found(unheardOf)).toMatchObject({ _tag: "Absent" })
    expect(await found(unheardOf, { providerReference: "711" })).toMatchObject({
      _tag: "Unavailable"
    })
    for (const answer of [503, {}, { status: "ERROR", errCode: 1019 }, { status: "SUCCESS" }]) {
      expect(await found(answer)).toMatchObject({ _tag: "Unavailable" })
    }
  })

  it("is Unavailable if the transaction is another one, no payment, or timed out", async () => {
    const { transactionDetails } = details
    for (const change of [
      { clientUniqueId: "order 7" },
      { transactionType: "InitAuth3D" },
      { processedAmount: null },
      // The gateway got no answer in time.
      { transactionStatus: "ERROR", gwErrorCode: -1203 }
    ]) {
      const answer = { status: "SUCCESS", transactionDetails: { ...transactionDetails, ...change } }
      expect(await found(answer)).toMatchObject({ _tag: "Unavailable" })
    }
  })

  it("finds a decline without an amount", async () => {
    const declined = {
      ...details.transactionDetails,
      transactionStatus: "DECLINED",
      processedAmount: null,
      gwErrorCode: -1,
      gwExtendedErrorCode: 0
    }
    const answer = { status: "SUCCESS", transactionDetails: declined }
    expect(await found(answer)).toMatchObject({ _tag: "Found", state: "declined", rawCode: "-1" })
  })
})
