import { Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { Metadata } from "../../kernel/primitives/Metadata.ts"
import { MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import {
  CheckoutSessionId,
  CustomerId,
  PaymentInstrumentId
} from "../../kernel/primitives/PublicId.ts"
import { StoredCredential } from "../../kernel/primitives/StoredCredential.ts"
import { AuthorizationOptions } from "../../providers/AuthorizationOptions.ts"
import { type Split, Splits, splitsHold } from "../../providers/Split.ts"
import {
  type OrderInput,
  orderAddsUp,
  orderFieldIn,
  orderFields,
  orderKeys
} from "../charges/orderInput.ts"
import { CaptureMethod, PaymentType } from "../charges/Payment.ts"

interface Combination extends OrderInput {
  readonly type: PaymentType
  readonly amount: bigint
  readonly captureMethod?: CaptureMethod
  readonly authorization?: AuthorizationOptions
  readonly splits?: ReadonlyArray<Split>
  readonly checkoutSession?: string
  readonly paymentInstrument?: string
}

const refusal = (field: string, issue: string) => ({ path: [field], issue })

const refusalIn = (object: string, field: string, issue: string) => ({
  path: [object, field],
  issue
})

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
  const held = authorizationHolds(input)
  if (held !== true) return held
  const ordered = orderHolds(input)
  if (ordered !== true) return ordered
  if (input.splits !== undefined && input.checkoutSession !== undefined) {
    return refusal("splits", "is given when the checkout session is created")
  }
  return splitsHold(input)
}

/** The options that are about a hold. */
const holdOptions = ["incremental", "multipleCaptures", "overCapture"] as const

/** The provider gets an order with the charge. So a payment that is not charged can't have one. */
const orderHolds = (input: Combination) => {
  const field = orderFieldIn(input)
  if (field !== undefined && input.paymentInstrument === undefined) {
    return refusal(field, "needs paymentInstrument, because it is passed on with the charge")
  }
  return orderAddsUp(input, input.amount)
}

const authorizationHolds = ({
  type,
  captureMethod,
  authorization = {},
  checkoutSession
}: Combination) => {
  if (checkoutSession !== undefined && Object.keys(authorization).length > 0) {
    return refusal("authorization", "can't be combined with checkoutSession")
  }
  const held = holdOptions.find((option) => authorization[option] === true)
  if (held !== undefined && captureMethod !== "manual") {
    return refusalIn("authorization", held, "needs captureMethod manual")
  }
  return authorization.partial === true && type !== "one_off" && type !== "moto"
    ? refusalIn("authorization", "partial", "needs type one_off or moto")
    : true
}

/** The input of a new payment. */
export interface CreatePayment extends OrderInput {
  /**
   * The amount in minor units of the currency: `1250n` is 12.50 EUR. It is more than zero, except
   * for type `verify`, which needs 0.
   */
  readonly amount: bigint
  /** An ISO 4217 code, such as EUR. A merchant account must settle the currency. */
  readonly currency: string
  /** The type that the card schemes see. A `verify` payment checks a card and charges nothing. */
  readonly type: PaymentType
  /**
   * `automatic` captures at once and is the default. `manual` only authorizes, for a later capture.
   */
  readonly captureMethod?: CaptureMethod
  /**
   * The features that are asked of the authorization, such as several captures. Each is asked for
   * if the charged account offers it. None by default.
   */
  readonly authorization?: AuthorizationOptions
  /**
   * The parts of the payment that the provider pays to other accounts, such as those of sellers. At
   * most 20. The rest is the merchant's.
   */
  readonly splits?: ReadonlyArray<Split>
  /** The customer's id. The default is the customer of the payment instrument. */
  readonly customer?: string
  /**
   * The id of the saved card or debit to charge. Without it the payment waits for a payment method.
   */
  readonly paymentInstrument?: string
  /** The id of the session that pays it. It can't be combined with `paymentInstrument`. */
  readonly checkoutSession?: string
  /**
   * Declares that this is the first payment of an agreement to charge the card again. It is never
   * assumed.
   */
  readonly storedCredential?: StoredCredential
  /** The merchant's own notes: at most 50 keys of 40 characters, with values of at most 500. */
  readonly metadata?: Metadata
}
export const CreatePayment = Schema.Struct({
  amount: MinorAmount,
  currency: CurrencyCode,
  type: PaymentType,
  captureMethod: Schema.optionalKey(CaptureMethod),
  authorization: Schema.optionalKey(AuthorizationOptions),
  splits: Schema.optionalKey(Splits),
  customer: Schema.optionalKey(CustomerId),
  paymentInstrument: Schema.optionalKey(PaymentInstrumentId),
  checkoutSession: Schema.optionalKey(CheckoutSessionId),
  storedCredential: Schema.optionalKey(StoredCredential),
  ...orderFields,
  metadata: Schema.optionalKey(Metadata)
})
  .check(Schema.makeFilter(combinationHolds))
  .pipe(
    Schema.encodeKeys({
      captureMethod: "capture_method",
      paymentInstrument: "payment_instrument",
      checkoutSession: "checkout_session",
      storedCredential: "stored_credential",
      ...orderKeys
    }),
    named("CreatePayment")
  )
