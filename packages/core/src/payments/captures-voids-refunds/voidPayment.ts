import { Effect, Result, Schema } from "effect"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import { capturableOf } from "../charges/capturable.ts"
import { PaymentNotVoidable } from "../charges/errors.ts"
import { notHeld } from "./capturePayment.ts"
import {
  type ModificationBasis,
  type ModificationDraft,
  requestModification
} from "./requestModification.ts"
import { Reason, toVoid, voidCodec } from "./resources.ts"

/** The input of a void. */
export interface VoidPayment {
  /** The reason, at most 500 characters, for the merchant's own records. */
  readonly reason?: string
}
export const VoidPayment = Schema.Struct({
  reason: Schema.optionalKey(Reason)
}).annotate({ identifier: "VoidPayment" })

const checkInput = inputChecker(VoidPayment)

/** Releases the authorized amount of an `authorized` payment before any capture. */
export const voidPayment = Effect.fnUntraced(function* (
  caller: Caller,
  payment: string,
  input: VoidPayment,
  options: MutationOptions
) {
  const given = yield* Effect.fromResult(checkInput(input))
  return yield* requestModification(caller, payment, given, options, {
    kind: "void",
    endpoint: "voidPayment",
    codec: voidCodec,
    toResource: toVoid,
    decide: (basis) => decideVoid(basis, given)
  })
})

/** Decides if a payment may be voided. */
export const decideVoid = (
  { payment, released }: ModificationBasis,
  { reason = null }: { readonly reason?: string | null }
): Result.Result<ModificationDraft, PaymentNotVoidable> => {
  const { id, status } = payment
  if (status !== "authorized" || released) {
    const message = notHeld(payment, "voided")
    return Result.fail(new PaymentNotVoidable({ payment: id, status, message }))
  }
  return Result.succeed({ amount: capturableOf(payment), reason, payment })
}
