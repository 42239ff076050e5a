import { Schema } from "effect"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { Metadata } from "../../kernel/primitives/Metadata.ts"
import { MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import {
  CheckoutSessionId,
  CustomerId,
  PaymentInstrumentId
} from "../../kernel/primitives/PublicId.ts"
import { StoredCredential } from "../../kernel/primitives/StoredCredential.ts"
import { CaptureMethod, PaymentType } from "../charges/Payment.ts"

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
    return refusal("amount", "must be more than 0, unless the type is verify")
  }
  if (input.type === "verify" && input.captureMethod === "manual") {
    return refusal("captureMethod", "can't be manual for a payment of type verify")
  }
  if (input.checkoutSession !== undefined && input.captureMethod === "manual") {
    return refusal("captureMethod", "can't be manual beside checkoutSession")
  }
  if (input.checkoutSession !== undefined && input.paymentInstrument !== undefined) {
    return refusal(
      "paymentInstrument",
      "can't be combined with checkoutSession: give one of the two"
    )
  }
  return true
}

/** A payment to make (operation 1, spec 4.3). */
export interface CreatePayment {
  /** In minor units of the currency: `1250n` is 12.50 EUR. More than zero, but 0 to `verify`. */
  readonly amount: bigint
  /** An ISO 4217 code, such as EUR, that a merchant account settles. */
  readonly currency: string
  /** Decides the scheme framing; `verify` checks a card and takes nothing. */
  readonly type: PaymentType
  /** `automatic` takes the money at once, which is the default; `manual` holds it for a capture. */
  readonly captureMethod?: CaptureMethod
  /** Who pays, by id; a saved card's own customer without it. */
  readonly customer?: string
  /** The saved card to charge, by id; without one the payment waits for a method. */
  readonly paymentInstrument?: string
  /** The session that is to pay it, by id; not beside `paymentInstrument`. */
  readonly checkoutSession?: string
  /** Declares the first payment of an agreement to charge the card again; never assumed. */
  readonly storedCredential?: StoredCredential
  /** The merchant's own notes: at most 50 keys of 40 characters, with values of at most 500. */
  readonly metadata?: Metadata
}
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
