import { type ChargeQuery, fieldsIn, type ModificationQuery } from "@payloom/core"
import { plainCharge } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { at } from "../../fields.ts"
import { prism } from "../../prism.ts"
import { modificationRequest } from "../../testing/requests.ts"
import { markingRelay, scriptedLibrary } from "../../testing/scripted.ts"

const account = { name: "login", transactionKey: "key", currency: "EUR", signatureKey: "secret" }
const { reference } = plainCharge()
const invoiceNumber = reference.slice(-20)

const ok = { resultCode: "Ok", message: [{ code: "I00001", text: "Successful." }] }
const failure = (code: string) => ({
  messages: { resultCode: "Error", message: [{ code, text: code }] }
})

const transaction = {
  transId: "60",
  transactionType: "authCaptureTransaction",
  transactionStatus: "capturedPendingSettlement",
  responseReasonCode: 1,
  order: { invoiceNumber, description: reference },
  authAmount: 12,
  payment: { creditCard: { cardNumber: "XXXX4242", expirationDate: "XXXX" } }
}
const details = (changes = {}) => ({ transaction: { ...transaction, ...changes }, messages: ok })
const response = (changes: object) => ({
  transactionResponse: { transId: "60", ...changes },
  messages: ok
})
const approved = response({ responseCode: "1", authCode: "HH5414", networkTransId: "net" })
const listed = (...transactions: ReadonlyArray<object>) => ({ transactions, messages: ok })
const summary = (transId: string, changes: object = {}) => ({
  transId,
  invoiceNumber,
  submitTimeUTC: new Date().toISOString(),
  ...changes
})

/** An answer: a body, or the status of a gateway's. */
type Answer = object | number

/** The answers by the name of the request. A function gets the request's fields. */
type Answers = Readonly<Record<string, Answer | ((fields: object) => Answer)>>

/** Returns a connector to a processor with these answers, and the names of its requests. */
const connector = (answers: Answers) => {
  const sent: Array<string> = []
  const bodies: Array<string> = []
  const send: typeof fetch = async (_, init) => {
    const body = String(init?.body)
    const [[name, fields] = ["", {}]] = Object.entries(fieldsIn(body) ?? {})
    sent.push(name)
    bodies.push(body)
    const given = answers[name] ?? 503
    const answer = typeof given === "function" ? given(Object(fields)) : given
    return typeof answer === "number"
      ? new Response("", { status: answer })
      : new Response(`\uFEFF${JSON.stringify(answer)}`, { status: 200 })
  }
  const built = { createTransactionRequest: { transactionRequest: { amount: 12.5 } } }
  const library = scriptedLibrary(built, { status: "CHARGED", transactionId: "60" })
  const provider = prism({
    processor: "authorizedotnet",
    accountOf: () => account,
    url: "https://processor.invalid",
    library,
    fetch: send,
    relay: markingRelay(send)
  })
  const query = { mid: plainCharge().mid, reference, providerReference: null }
  return {
    sent,
    bodies,
    library,
    charge: (changes = {}) => Effect.runPromise(provider.charge(plainCharge(changes))),
    refund: () => Effect.runPromise(provider.refund(modificationRequest("refund"))),
    lookup: (changes: Partial<ChargeQuery> = {}) => {
      const { amount, currency, type, capture } = plainCharge()
      const whole = { ...query, amount, currency, type, capture, created: Date.now(), ...changes }
      return Effect.runPromise(provider.lookup(whole))
    },
    lookupRefund: (changes: Partial<ModificationQuery> = {}) => {
      const { reference: own, charge } = modificationRequest("refund")
      const refund = { kind: "refund", reference: own, providerReference: null, charge } as const
      return Effect.runPromise(provider.lookupModification({ ...refund, ...changes }))
    }
  }
}

describe("a charge at Authorize.net", () => {
  const charge = (answer: Answer, more: Answers = {}) =>
    connector({ createTransactionRequest: answer, ...more }).charge()

  it("has the amount of its transaction, which is looked up", async () => {
    expect(await charge(approved, { getTransactionDetailsRequest: details() })).toMatchObject({
      _tag: "Approved",
      providerReference: "60",
      amount: 1200n,
      currency: "EUR",
      captured: true,
      networkReference: "net"
    })
  })

  it("is Unknown if its transaction can't be looked up, or is another one", async () => {
    for (const answer of [
      503,
      failure("E00040"),
      failure("E00011"),
      details({ transId: "61" }),
      details({ order: { invoiceNumber, description: "order 7" } }),
      details({ transactionStatus: "FDSPendingReview" }),
      details({ authAmount: null })
    ]) {
      const outcome = await charge(approved, { getTransactionDetailsRequest: answer })
      expect(outcome).toMatchObject({ _tag: "Unknown" })
    }
  })

  it("has the end of our reference as its invoice number, and refuses repeats", async () => {
    const { charge: send, bodies } = connector({ createTransactionRequest: approved })
    await send()
    const request = at(fieldsIn(bodies[0] ?? ""), "createTransactionRequest", "transactionRequest")
    expect(request).toEqual({
      amount: 12.5,
      order: { invoiceNumber, description: reference },
      transactionSettings: { setting: { settingName: "duplicateWindow", settingValue: "28800" } }
    })
    expect(Object.keys(request)).toEqual(["amount", "order", "transactionSettings"])
    expect(at(fieldsIn(bodies[0] ?? ""), "createTransactionRequest").refId).toBe(invoiceNumber)
  })

  it("is Unknown if Authorize.net has one with its invoice number, or fails", async () => {
    const repeat = { errorCode: "11", errorText: "A duplicate transaction has been submitted." }
    for (const answer of [
      response({ responseCode: "3", transId: "0", errors: [repeat] }),
      response({ responseCode: "2", transId: "0", errors: [{ ...repeat, errorCode: "222" }] }),
      response({ responseCode: "2", transId: "0", errors: [{ ...repeat, errorCode: "318" }] }),
      response({ responseCode: "5" }),
      failure("E00001"),
      failure("E00053"),
      { ...approved, refId: "another" },
      { messages: ok }
    ]) {
      expect(await charge(answer)).toMatchObject({ _tag: "Unknown" })
    }
  })

  it("is AccountUnavailable if the keys are refused, or the currency is another one", async () => {
    expect(await charge(failure("E00007"))).toMatchObject({ _tag: "AccountUnavailable" })
    const { charge: send, sent } = connector({ createTransactionRequest: approved })
    expect(await send({ currency: "USD" })).toMatchObject({ rawCode: "currency" })
    expect(sent).toEqual([])
  })
})

describe("a refund at Authorize.net", () => {
  it("is NotSent until the charge is settled", async () => {
    const { refund, sent } = connector({
      getTransactionDetailsRequest: details({ transId: "pay_1" })
    })
    expect(await refund()).toMatchObject({ _tag: "NotSent" })
    expect(sent).toEqual(["getTransactionDetailsRequest"])
  })

  it("has the masked card of the charge", async () => {
    const settled = details({ transId: "pay_1", transactionStatus: "settledSuccessfully" })
    const { refund, library } = connector({
      getTransactionDetailsRequest: settled,
      createTransactionRequest: approved
    })
    expect(await refund()).toEqual({ _tag: "Pending", providerReference: "60" })
    const { value } = Object(library.calls[0]?.message.connectorFeatureData)
    expect(fieldsIn(value)).toEqual({
      creditCard: { cardNumber: "XXXX4242", expirationDate: "XXXX" }
    })
  })

  it("is Failed if it can never pass, and can be sent again after other errors", async () => {
    const settled = details({ transId: "pay_1", transactionStatus: "settledSuccessfully" })
    for (const [errorCode, _tag] of [
      ["55", "Failed"],
      ["54", "Failed"],
      ["50", "AccountUnavailable"],
      ["19", "AccountUnavailable"],
      ["11", "Unknown"]
    ] as const) {
      const errors = [{ errorCode, errorText: errorCode }]
      const { refund } = connector({
        getTransactionDetailsRequest: settled,
        createTransactionRequest: response({ responseCode: "3", transId: "0", errors })
      })
      expect(await refund()).toMatchObject({ _tag })
    }
  })
})

describe("a look-up at Authorize.net", () => {
  const none = { messages: { resultCode: "Ok", message: [{ code: "I00004" }] } }

  it("finds an unsettled charge without reading batches", async () => {
    const { lookup, sent } = connector({
      getUnsettledTransactionListRequest: listed(summary("60")),
      getTransactionDetailsRequest: details()
    })
    expect(await lookup()).toMatchObject({ _tag: "Found", state: "captured", amount: 1200n })
    expect(sent).toEqual(["getUnsettledTransactionListRequest", "getTransactionDetailsRequest"])
  })

  it("finds a settled charge in its batch, on a later page", async () => {
    const others = Array.from({ length: 1000 }, () => summary("1", { invoiceNumber: "other" }))
    const { lookup } = connector({
      getUnsettledTransactionListRequest: none,
      getSettledBatchListRequest: { batchList: [{ batchId: "7" }, { batchId: "8" }], messages: ok },
      getTransactionListRequest: (fields) => {
        if (at(fields).batchId === "8") return none
        return at(fields, "paging").offset === 1 ? listed(...others) : listed(summary("60"))
      },
      getTransactionDetailsRequest: details({ transactionStatus: "settledSuccessfully" })
    })
    expect(await lookup()).toMatchObject({ _tag: "Found", state: "captured" })
  })

  it("is Absent only if both lists were read to their end", async () => {
    const absent = { getUnsettledTransactionListRequest: none, getSettledBatchListRequest: none }
    expect(await connector(absent).lookup()).toMatchObject({ _tag: "Absent" })
    const endless = listed(
      ...Array.from({ length: 1000 }, () => summary("1", { invoiceNumber: "other" }))
    )
    for (const answers of [
      { ...absent, getUnsettledTransactionListRequest: 503 },
      { ...absent, getUnsettledTransactionListRequest: failure("E00011") },
      { ...absent, getUnsettledTransactionListRequest: endless },
      { ...absent, getSettledBatchListRequest: failure("E00053") },
      { ...absent, getSettledBatchListRequest: { batchList: [{ batchId: "7" }], messages: ok } }
    ]) {
      expect(await connector(answers).lookup()).toMatchObject({ _tag: "Unavailable" })
    }
  })

  it("is Unavailable if the transaction is another one, or if there are several", async () => {
    for (const [list, answer] of [
      [
        listed(summary("60"), summary("61")),
        (fields: object) => details({ transId: at(fields).transId })
      ],
      [listed(summary("60")), details({ order: { description: "order 7" } })],
      [listed(summary("60")), failure("E00040")],
      [listed(summary("60")), details({ transactionStatus: "settlementError" })]
    ] as const) {
      const { lookup } = connector({
        getUnsettledTransactionListRequest: list,
        getTransactionDetailsRequest: answer
      })
      expect(await lookup()).toMatchObject({ _tag: "Unavailable" })
    }
    const unknown = connector({ getTransactionDetailsRequest: failure("E00040") })
    expect(await unknown.lookup({ providerReference: "60" })).toMatchObject({ _tag: "Unavailable" })
  })

  it("finds a refund that is not settled as pending, and a settled one as succeeded", async () => {
    const own = modificationRequest("refund").reference
    for (const [transactionStatus, state] of [
      ["refundPendingSettlement", "pending"],
      ["refundSettledSuccessfully", "succeeded"],
      ["generalError", "failed"]
    ]) {
      const refund = { transactionType: "refundTransaction", transactionStatus }
      const order = { invoiceNumber: own.slice(-20), description: own }
      const { lookupRefund } = connector({
        getUnsettledTransactionListRequest: listed(summary("60", order)),
        getTransactionDetailsRequest: details({ ...refund, order })
      })
      expect(await lookupRefund()).toMatchObject({ _tag: "Found", state })
    }
  })
})
