import { Effect, Result, Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
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
import type { ProviderCapabilities } from "../../providers/ProviderCapabilities.ts"
import { sumOfSplits } from "../../providers/Split.ts"
import { fitsStep } from "../../routing/chooseRoute.ts"
import { capturableOf, mostCapturable } from "../charges/capturable.ts"
import { PaymentNotCapturable } from "../charges/errors.ts"
import { alternativeTo, moneyState } from "../charges/moneyState.ts"
import type { PaymentRecord } from "../charges/Payment.ts"
import {
  type ModificationBasis,
  type ModificationDraft,
  requestModification
} from "./requestModification.ts"
import { captureCodec, toCapture } from "./resources.ts"

/** An amount to capture or refund: more than zero. */
export const ModifiedAmount = MinorAmount.check(
  Schema.isGreaterThanBigInt(0n, refusedAs("parameter_invalid", "more than 0"))
)

/** The input of a capture. */
export interface CapturePayment {
  /**
   * The amount in minor units of the payment's currency, more than zero. The default is all that is
   * still held. A smaller amount releases the rest, unless `finalCapture` is false.
   */
  readonly amount?: bigint
  /**
   * False to keep the rest of the hold for later captures, if the payment's provider can. The
   * default is true.
   */
  readonly finalCapture?: boolean
}
export const CapturePayment = Schema.Struct({
  amount: Schema.optionalKey(ModifiedAmount),
  finalCapture: Schema.optionalKey(Schema.Boolean)
}).pipe(Schema.encodeKeys({ finalCapture: "final_capture" }), named("CapturePayment"))

const checkInput = inputChecker(CapturePayment)

/** Captures the held amount of a payment, or a part of it. */
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
  { payment, attempt, released, capabilities }: ModificationBasis,
  { amount = capturableOf(payment), finalCapture = true }: CapturePayment
): Result.Result<ModificationDraft, PaymentNotCapturable | InvalidInput> => {
  const { id, status } = payment
  const held = capturableOf(payment)
  if (held === 0n || released) {
    const message = notHeld(payment, "captured")
    return Result.fail(new PaymentNotCapturable({ payment: id, status, message }))
  }
  const most = mostCapturable(payment, attempt)
  if (amount > most) {
    return Result.fail(
      amountTooLarge(
        amount,
        most,
        `the payment holds ${held}, in minor units of ${payment.currency}`
      )
    )
  }
  const split = sumOfSplits(payment.splits)
  if (amount < split) {
    return Result.fail(
      parameterInvalid("amount", `must be at least ${split}, which splits pay to other accounts`)
    )
  }
  const keepsRest = !finalCapture && amount < held
  if (keepsRest && payment.authorization?.multipleCaptures !== true) {
    return Result.fail(
      parameterInvalid(
        "finalCapture",
        "must be true or left out: the payment was created without authorization.multipleCaptures"
      )
    )
  }
  if (keepsRest && capabilities?.multipleCaptures !== true) {
    return Result.fail(
      parameterInvalid(
        "finalCapture",
        "must be true or left out: the payment's provider captures a hold once"
      )
    )
  }
  if (amount < held && capabilities?.partialCapture === false) {
    return Result.fail(
      parameterInvalid("amount", "must be all of it: the payment's provider captures in full only")
    )
  }
  const tooFine = finerThan(capabilities, amount, payment)
  return tooFine === null
    ? Result.succeed({
        amount,
        reason: null,
        payment,
        ...(keepsRest ? { keepsRest: true as const } : {})
      })
    : Result.fail(tooFine)
}

/**
 * Returns the reason why there is no hold to change. A payment that still holds money has a change
 * of its hold in progress.
 */
export const notHeld = (
  payment: PaymentRecord,
  done: "captured" | "voided" | "incremented"
): string => {
  const { status } = payment
  return status === "authorized" || (done !== "voided" && capturableOf(payment) > 0n)
    ? "A capture, void or increment of this payment is under way."
    : `Only an authorized payment can be ${done}, but this one is ${status}. ` +
        alternativeTo[moneyState[status]]
}

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
