import type { Types } from "@adyen/api-library"
import { refusalReasons } from "../adyenDeclines.ts"
import type { Wire } from "../wire.ts"
import type { FakeAmount, FakeBooks, FakePayment } from "./FakeBooks.ts"
import { FakeError } from "./FakeError.ts"
import { askPayer, type FakeAnswer, type Origin } from "./fakeActions.ts"
import { type ActualConduct, brandOf, cardIn, conductOf, type FakeCard } from "./fakeCards.ts"
import { fakeMethod, requireFields } from "./fakeMethods.ts"
import { splitsIn } from "./fakeSplits.ts"
import { assertStored, storesFor, tellStored } from "./fakeStoredDebits.ts"

type Request = Wire<Types.checkout.PaymentRequest>
/** Handles `POST /payments`. */
export const createPayment = (
  books: FakeBooks,
  merchantAccount: string,
  request: Request,
  origin: Origin
): FakeAnswer => {
  if (!request.reference) throw new FakeError(422, "130", "Required field 'reference' is missing.")
  if (!request.returnUrl) throw new FakeError(422, "158", "Required field 'returnUrl' is missing.")
  if (request.returnUrl.length > 1024) {
    throw new FakeError(422, "702", "The field 'returnUrl' has more than 1024 characters.")
  }
  const amount = amountIn(request.amount)
  const card = cardOf(books, merchantAccount, request)
  const data: Readonly<Record<string, string>> = { ...request.additionalData }
  const brand = card === null ? String(request.paymentMethod.type) : brandOf(card.number)
  if (card !== null && books.schemes?.includes(brand) === false) {
    const what = `txvariant (${brand}), currency (${amount.currency}), and action (AUTH)`
    throw new FakeError(
      500,
      "905_1",
      `Could not find an acquirer account for the provided ${what}.`
    )
  }
  const payment: FakePayment = {
    pspReference: books.newPspReference(),
    merchantAccount,
    reference: request.reference,
    amount,
    authorised: 0,
    captured: 0,
    refunded: 0,
    splits: splitsIn(request.splits, amount),
    status: "waiting",
    isPreAuth: data.authorisationType === "PreAuth",
    isClosed: false,
    isAutoCaptured: data.manualCapture !== "true" || !isHeld(request, card),
    brand,
    card,
    conduct: actualConduct(request, card, data),
    returnUrl: request.returnUrl,
    stepsLeft: 0,
    asks: asksBy(request),
    data: answerData(request, card),
    storesFor: storesFor(request, card),
    refusal: null
  }
  books.payments.set(payment.pspReference, payment)
  return begin(books, payment, origin)
}

/** Returns true if the money can be held. A bank transfer can't be. */
const isHeld = ({ paymentMethod }: Request, card: FakeCard | null): boolean =>
  card !== null || fakeMethod(paymentMethod.type)?.isHeld === true

const amountIn = (amount: FakeAmount | undefined): FakeAmount => {
  if (amount === undefined || !Number.isSafeInteger(amount.value) || amount.value < 0) {
    throw new FakeError(422, "137", "Invalid amount specified")
  }
  if (!/^[A-Z]{3}$/.test(amount.currency)) {
    throw new FakeError(422, "138", "Unsupported currency specified")
  }
  return amount
}

const cardOf = (books: FakeBooks, merchantAccount: string, request: Request): FakeCard | null => {
  const { paymentMethod: method, shopperReference, shopperInteraction = "Ecommerce" } = request
  const fields: Readonly<Record<string, unknown>> = { ...method }
  const { type, storedPaymentMethodId, encryptedSecurityCode } = fields
  if (type !== "scheme" && typeof storedPaymentMethodId === "string") {
    return assertStored(books, merchantAccount, request, storedPaymentMethodId)
  }
  if (typeof storedPaymentMethodId === "string") {
    if (shopperInteraction === "Ecommerce" && encryptedSecurityCode === undefined) {
      throw new FakeError(422, "820", "CVC is required for OneClick card payments")
    }
    if (request.recurringProcessingModel === undefined) {
      throw new FakeError(422, "807", "Invalid combination of shopper interaction and contract")
    }
    const stored = books.stored.get(storedPaymentMethodId)
    const isTheirs =
      stored?.merchantAccount === merchantAccount && stored.shopperReference === shopperReference
    if (stored === undefined || !isTheirs) throw new FakeError(422, "800", "Contract not found")
    return stored.card
  }
  const card = cardIn(method)
  if (type === "networkToken" && shopperInteraction === "Ecommerce") {
    const { tokenAuthenticationVerificationValue: cryptogram } = request.mpiData ?? {}
    if (!cryptogram) throw new FakeError(422, "103", "CVC is not the right length")
  }
  const isWallet = fields.brand === "applepay" || fields.brand === "googlepay"
  if (isWallet && type === "scheme" && !request.mpiData?.cavv) {
    throw new FakeError(422, "103", "CVC is not the right length")
  }
  if (card !== null) return card
  const own = fakeMethod(type)
  if (own !== null) {
    requireFields(request, own)
    return null
  }
  throw new FakeError(422, "14_006", "Required object 'paymentMethod' is not provided.")
}

/**
 * Returns the behavior of a charge. The payer isn't asked if 3-D Secure was done before, if an
 * exemption is requested, or if the merchant charges by an agreement. If the request forbids
 * asking, a charge that needs the payer is refused.
 */
const actualConduct = (
  request: Request,
  card: FakeCard | null,
  data: Readonly<Record<string, string>>
): ActualConduct => {
  if (card === null) {
    const flow = fakeMethod(request.paymentMethod.type)?.flow
    if (flow === "instant") return { _tag: "approves" }
    return flow === "debit" ? { _tag: "waits" } : { _tag: "asks", steps: 1 }
  }
  const conduct = conductOf(card, data)
  if (conduct._tag === "holdsHalf") {
    return data.allowPartialAuth === "true"
      ? { _tag: "approves", share: "half" }
      : { _tag: "refuses", code: "12", raw: "51 : Insufficient funds" }
  }
  // Issuers that refuse with 38 accept no exemption.
  const isExempt = data.scaExemption !== undefined && conduct._tag === "asks"
  const isVouched = request.mpiData?.cavv != null || isExempt
  const wantsPayer =
    conduct._tag === "asks" || (conduct._tag === "refuses" && conduct.code === "38")
  if (!wantsPayer) return conduct
  if (isVouched || request.shopperInteraction === "Moto") return { _tag: "approves" }
  const isAgreed =
    request.shopperInteraction === "ContAuth" && request.recurringProcessingModel !== "CardOnFile"
  if (isAgreed) return { _tag: "approves" }
  return request.authenticationData?.attemptAuthentication === "never"
    ? { _tag: "refuses", code: "38", raw: "1A : Additional customer authentication required" }
    : conduct
}

const asksBy = ({ paymentMethod, authenticationData }: Request): FakePayment["asks"] => {
  const own = fakeMethod(paymentMethod.type)
  if (own !== null) return own.flow
  const isNative = authenticationData?.threeDSRequestData?.nativeThreeDS === "preferred"
  return isNative ? "native" : "redirect"
}

const answerData = (request: Request, card: FakeCard | null): Readonly<Record<string, string>> => {
  if (card === null) return {}
  const { cvc, encryptedSecurityCode }: Readonly<Record<string, unknown>> = {
    ...request.paymentMethod
  }
  const hasCode = cvc !== undefined || encryptedSecurityCode !== undefined
  return {
    authCode: "074559",
    cvcResult: hasCode ? "1 Matches" : "6 No CVC/CVV provided",
    avsResult: request.billingAddress == null ? "5 No AVS data provided" : "7 Both match",
    cardSummary: card.number.slice(-4),
    paymentMethodVariant: brandOf(card.number),
    ...(request.recurringProcessingModel === undefined
      ? {}
      : { networkTxReference: `MCC${card.number.slice(-6)}0101` })
  }
}

const begin = (books: FakeBooks, payment: FakePayment, origin: Origin): FakeAnswer => {
  const { conduct, pspReference, reference, asks } = payment
  switch (conduct._tag) {
    case "waits":
      payment.status = "received"
      return { resultCode: "Received", pspReference, merchantReference: reference }
    case "asks":
      // A redirect takes the payer through all steps.
      payment.stepsLeft = asks === "redirect" ? 1 : conduct.steps
      return askPayer(books, payment, origin)
    default:
      return decided(books, payment, conduct)
  }
}

/** Authorises or refuses a payment, and sends a webhook. */
export const decided = (
  books: FakeBooks,
  payment: FakePayment,
  conduct: Exclude<ActualConduct, { readonly _tag: "asks" | "waits" }>
): FakeAnswer => {
  const { pspReference, reference, amount, data } = payment
  const base = { pspReference, merchantReference: reference }
  if (conduct._tag === "refuses") {
    payment.status = "refused"
    payment.refusal = conduct
    const { name, raw } = refusalNamed(conduct)
    // A refusal has no authorization code.
    const { authCode: _, ...rest } = data
    const additionalData = { ...rest, ...raw }
    tellAuthorisation(books, payment)
    return {
      ...base,
      resultCode: refusalNamed(conduct).result,
      refusalReason: name,
      refusalReasonCode: conduct.code,
      additionalData
    }
  }
  const isHalf = conduct.share === "half" || books.takesHalf
  books.takesHalf = false
  payment.status = "authorised"
  payment.authorised = isHalf ? Math.floor(amount.value / 2) : amount.value
  if (payment.isAutoCaptured) payment.captured = payment.authorised
  tellAuthorisation(books, payment)
  return {
    ...base,
    paymentMethod: methodOf(payment),
    resultCode: isHalf ? "PartiallyAuthorised" : "Authorised",
    amount: { ...amount, value: payment.authorised },
    additionalData: data
  }
}

const methodOf = ({ brand, card }: FakePayment) => ({
  type: card === null ? brand : "scheme",
  brand
})

/** The results of refusals other than "Refused", by their codes. */
const results: Readonly<Record<string, "Error" | "Cancelled">> = {
  "0": "Error",
  "4": "Error",
  "22": "Cancelled"
}

/** Returns a refusal in Adyen's words. */
export const refusalNamed = ({
  code,
  raw
}: {
  readonly code: string
  readonly raw: string | null
}) => ({
  name: refusalReasons.find((reason) => reason.code === code)?.name ?? "Refused",
  result: results[code] ?? ("Refused" as const),
  raw: raw === null ? {} : { refusalReasonRaw: raw, refusalCodeRaw: raw.split(" : ")[0] ?? "" }
})

const tellAuthorisation = (books: FakeBooks, payment: FakePayment): void => {
  const { amount, card, data, refusal, status, authorised } = payment
  const last = card === null ? "" : `${data.authCode}:${card.number.slice(-4)}:03/2030`
  if (refusal !== null) {
    const { raw } = refusal
    books.sendEvent(payment, {
      eventCode: "AUTHORISATION",
      success: "false",
      reason: refusalNamed(refusal).name,
      additionalData: raw === null ? {} : { refusalReasonRaw: raw }
    })
    return
  }
  if (status !== "authorised") return
  books.sendEvent(payment, {
    eventCode: "AUTHORISATION",
    amount: { ...amount, value: authorised },
    operations: card === null ? ["REFUND"] : ["CANCEL", "CAPTURE", "REFUND"],
    reason: last,
    additionalData: data
  })
  tellStored(books, payment)
}
