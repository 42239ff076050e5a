import { Effect, Result, Schema } from "effect"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import {
  type InvalidInput,
  parameterInvalid,
  refusedParameter
} from "../../kernel/input/InvalidInput.ts"
import { holdsCardNumber } from "../../kernel/primitives/cardNumberGuard.ts"
import { MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import type { ProviderCapabilities } from "../../providers/PaymentProvider.ts"
import { fitsStep } from "../../routing/chooseRoute.ts"
import { PaymentNotCapturable } from "../charges/errors.ts"
import { alternativeTo, moneyState } from "../charges/moneyState.ts"
import type { PaymentRecord, PaymentStatus } from "../charges/Payment.ts"
import { captureCodec, toCapture } from "./Modification.ts"
import {
  type ModificationBasis,
  type ModificationDraft,
  requestModification
} from "./requestModification.ts"

/** An amount to capture or refund: more than zero. */
export const ModifiedAmount = MinorAmount.check(
  Schema.isGreaterThanBigInt(0n, refusedAs("parameter_invalid", "more than 0"))
)

/** The input of a capture. */
export interface CapturePayment {
  /**
   * The amount in minor units of the payment's currency, more than zero. The default is the whole
   * authorized amount. A smaller amount releases the rest.
   */
  readonly amount?: bigint
}
export const CapturePayment = Schema.Struct({
  amount: Schema.optionalKey(ModifiedAmount)
}).annotate({ identifier: "CapturePayment" })

const checkInput = inputChecker(CapturePayment)

/** Captures the authorized amount of an `authorized` payment, or a part of it. */
export const capturePayment = Effect.fnUntraced(function* (
  caller: Caller,
  payment: string,
  input: CapturePayment,
  options: MutationOptions
) {
  const given = yield* Effect.fromResult(checkInput(input))
  return yield* requestModification(caller, payment, given, options, {
    kind: "capture",
    endpoint: "capturePayment",
    codec: captureCodec,
    toResource: toCapture,
    decide: (basis) => decideCapture(basis, given)
  })
})

/** Decides if an amount may be captured of a payment. */
export const decideCapture = (
  { payment, released, capabilities }: ModificationBasis,
  { amount = payment.amount }: CapturePayment
): Result.Result<ModificationDraft, PaymentNotCapturable | InvalidInput> => {
  const { id, status } = payment
  if (status !== "authorized" || released) {
    const message = notHeld(status, "captured")
    return Result.fail(new PaymentNotCapturable({ payment: id, status, message }))
  }
  if (amount > payment.amount) {
    return Result.fail(
      amountTooLarge(
        amount,
        payment.amount,
        `the payment holds ${payment.amount}, in minor units of ${payment.currency}`
      )
    )
  }
  if (amount < payment.amount && capabilities?.partialCapture === false) {
    return Result.fail(
      parameterInvalid("amount", "must be all of it: the payment's provider captures in full only")
    )
  }
  const tooFine = finerThan(capabilities, amount, payment)
  return tooFine === null ? Result.succeed({ amount, reason: null, payment }) : Result.fail(tooFine)
}

/**
 * Returns the reason why there is nothing to capture or void. An authorized payment has a capture
 * or void in progress.
 */
export const notHeld = (status: PaymentStatus, done: "captured" | "voided"): string =>
  status === "authorized"
    ? "A capture or void of this payment is under way."
    : `Only an authorized payment can be ${done}, but this one is ${status}. ` +
      alternativeTo[moneyState[status]]

/**
 * Returns the refusal of an amount that is finer than the provider's smallest unit of the currency.
 * Null if the amount fits.
 */
export const finerThan = (
  capabilities: ProviderCapabilities | null,
  amount: bigint,
  { currency }: PaymentRecord
): InvalidInput | null =>
  capabilities === null || fitsStep(capabilities, { amount, currency })
    ? null
    : parameterInvalid("amount", `is finer than the payment's provider counts ${currency}`)

/** Returns the refusal of an amount that is too large, with the reason. */
export const amountTooLarge = (requested: bigint, most: bigint, why: string): InvalidInput => {
  // A card number given as an amount is not repeated.
  const given = holdsCardNumber(`${requested}`) ? "more" : `${requested}`
  return refusedParameter(
    "amount_too_large",
    "amount",
    `must be at most ${most}, but is ${given}: ${why}`
  )
}
