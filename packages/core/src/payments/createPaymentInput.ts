import { Schema } from "effect"
import { CaptureMethod, PaymentType } from "../charges/Payment.ts"
import { CurrencyCode } from "../values/CurrencyCode.ts"
import { Metadata } from "../values/Metadata.ts"
import { MinorAmount } from "../values/MinorAmount.ts"
import { CheckoutSessionId, CustomerId, PaymentInstrumentId } from "../values/PublicId.ts"
import { StoredCredential } from "../values/StoredCredential.ts"

interface Combination {
  readonly type: PaymentType
  readonly amount: bigint
  readonly captureMethod?: CaptureMethod
  readonly checkoutSession?: string
  readonly paymentInstrument?: string
}

const refusal = (field: string, issue: string) => ({ path: [field], issue })

const combinationHolds = (input: Combination) => {
  if (input.type === "verify" && input.amount !== 0n) {
    return refusal("amount", "must be 0 for a payment of type verify")
  }
  if (input.type !== "verify" && input.amount === 0n) {
    return refusal("amount", "must be more than 0, but for a payment of type verify")
  }
  if (input.type === "verify" && input.captureMethod === "manual") {
    return refusal("captureMethod", "can't be manual for a payment of type verify")
  }
  if (input.checkoutSession !== undefined && input.captureMethod === "manual") {
    return refusal("captureMethod", "can't be manual beside checkoutSession")
  }
  if (input.checkoutSession !== undefined && input.paymentInstrument !== undefined) {
    return refusal("paymentInstrument", "can't be combined with checkoutSession")
  }
  return true
}

/** The body of operation 1 (spec 4.3). */
export const CreatePayment = Schema.Struct({
  amount: MinorAmount,
  currency: CurrencyCode,
  type: PaymentType,
  captureMethod: Schema.optionalKey(CaptureMethod),
  customer: Schema.optionalKey(CustomerId),
  paymentInstrument: Schema.optionalKey(PaymentInstrumentId),
  checkoutSession: Schema.optionalKey(CheckoutSessionId),
  storedCredential: Schema.optionalKey(StoredCredential),
  metadata: Schema.optionalKey(Metadata)
})
  .check(Schema.makeFilter(combinationHolds))
  .pipe(
    Schema.encodeKeys({
      captureMethod: "capture_method",
      paymentInstrument: "payment_instrument",
      checkoutSession: "checkout_session",
      storedCredential: "stored_credential"
    })
  )
  .annotate({ identifier: "CreatePayment" })
export type CreatePayment = typeof CreatePayment.Type
