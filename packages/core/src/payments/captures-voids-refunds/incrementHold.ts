import { Effect, Result, Schema } from "effect"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { type InvalidInput, parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import { authorizedAmount, capturableOf } from "../charges/capturable.ts"
import { PaymentNotCapturable } from "../charges/errors.ts"
import { finerThan, ModifiedAmount, notHeld } from "./capturePayment.ts"
import {
  type ModificationBasis,
  type ModificationDraft,
  requestModification
} from "./requestModification.ts"
import { incrementCodec, Reason, toIncrement } from "./resources.ts"

/** The input of an increment. */
export interface IncrementAuthorization {
  /**
   * The new total of the hold in minor units of the payment's currency, more than it is now. Parts
   * that were captured already belong to it.
   */
  readonly amount: bigint
  /** The reason, at most 500 characters. */
  readonly reason?: string
}
export const IncrementAuthorization = Schema.Struct({
  amount: ModifiedAmount,
  reason: Schema.optionalKey(Reason)
}).annotate({ identifier: "IncrementAuthorization" })

const checkInput = inputChecker(IncrementAuthorization)

/**
 * Raises the held amount of a payment to a new total. If the issuer declines, the hold stays as it
 * was.
 */
export const incrementAuthorization = Effect.fnUntraced(function* (
  caller: Caller,
  payment: string,
  input: IncrementAuthorization,
  options: MutationOptions
) {
  const given = yield* Effect.fromResult(checkInput(input))
  return yield* requestModification(caller, payment, given, options, {
    kind: "increment",
    endpoint: "incrementAuthorization",
    codec: incrementCodec,
    toResource: toIncrement,
    decide: (basis) => decideIncrement(basis, given)
  })
})

/** Decides if the hold of a payment may be raised to a total. */
export const decideIncrement = (
  { payment, attempt, released, capabilities }: ModificationBasis,
  { amount, reason }: IncrementAuthorization
): Result.Result<ModificationDraft, PaymentNotCapturable | InvalidInput> => {
  const { id, status } = payment
  const refuse = (message: string) =>
    Result.fail(new PaymentNotCapturable({ payment: id, status, message }))
  if (attempt === null || capturableOf(payment) === 0n || released) {
    return refuse(notHeld(payment, "incremented"))
  }
  if (payment.authorization?.incremental !== true) {
    return refuse(
      "The hold of this payment can't be raised, because it was created without " +
        "authorization.incremental."
    )
  }
  if (capabilities?.incrementalAuthorization !== true) {
    return refuse("The provider of this payment can't raise a hold.")
  }
  const held = authorizedAmount(attempt)
  if (amount <= held) {
    return Result.fail(
      parameterInvalid("amount", `must be more than ${held}, the total that is authorized now`)
    )
  }
  const tooFine = finerThan(capabilities, amount, payment)
  return tooFine === null
    ? Result.succeed({ amount, reason: reason ?? null, payment })
    : Result.fail(tooFine)
}
