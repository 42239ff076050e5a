import type { Types } from "@adyen/api-library"
import type { Wire } from "../wire.ts"
import type { FakeBooks, FakePayment } from "./FakeBooks.ts"
import { FakeError } from "./FakeError.ts"
import { askedOnPage, type FakeAnswer } from "./fakeActions.ts"
import { decided, refusalNamed } from "./fakePayments.ts"

/** Handles `POST /payments/details`, with the payer's result of a redirect or of a page. */
export const submitDetails = (
  books: FakeBooks,
  merchantAccount: string,
  { details }: Wire<Types.checkout.PaymentDetailsRequest>
): FakeAnswer => {
  const given = details?.redirectResult ?? details?.threeDSResult ?? details?.payload ?? ""
  const [, pspReference = "", step = "", answer = ""] =
    /^fake\.(\w+)\.(\d+)\.(yes|no)$/.exec(given) ?? []
  const payment = books.payments.get(pspReference)
  if (payment?.merchantAccount !== merchantAccount) {
    throw new FakeError(422, "14_030", "Return URL is missing or the details are invalid.")
  }
  if (payment.status === "closed") throw new FakeError(422, "14_031", "The offer has expired.")
  if (payment.status !== "waiting") return answeredAgain(payment)
  if (Number(step) === payment.stepsLeft) payment.stepsLeft -= 1
  if (answer === "yes" && payment.stepsLeft > 0) {
    return askedOnPage(payment)
  }
  return decided(
    books,
    payment,
    answer === "yes" ? { _tag: "approves" } : { _tag: "refuses", code: "11", raw: null }
  )
}

const answeredAgain = (payment: FakePayment): FakeAnswer => {
  const { pspReference, reference: merchantReference, refusal, amount, authorised, data } = payment
  return refusal === null
    ? {
        resultCode: "Authorised",
        pspReference,
        merchantReference,
        amount: { ...amount, value: authorised },
        additionalData: data
      }
    : {
        resultCode: refusalNamed(refusal).result,
        pspReference,
        merchantReference,
        refusalReason: refusalNamed(refusal).name,
        refusalReasonCode: refusal.code
      }
}

/**
 * Records the payer's answer. Returns the result that they bring back. A bank decides at once. A
 * card is charged when the result is submitted.
 */
export const shopperAnswers = (
  books: FakeBooks,
  payment: FakePayment,
  approves: boolean
): string => {
  const { pspReference, stepsLeft, card } = payment
  if (card === null) {
    decided(
      books,
      payment,
      approves ? { _tag: "approves" } : { _tag: "refuses", code: "16", raw: null }
    )
  }
  return `fake.${pspReference}.${stepsLeft}.${approves ? "yes" : "no"}`
}
