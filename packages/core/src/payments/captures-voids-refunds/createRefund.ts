import { Effect, Result, Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { type InvalidInput, parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import { PaymentNotRefundable } from "../charges/errors.ts"
import { alternativeTo, moneyState } from "../charges/moneyState.ts"
import type { PaymentRecord, PaymentStatus } from "../charges/Payment.ts"
import { amountTooLarge, finerThan, ModifiedAmount } from "./capturePayment.ts"
import { refundHeadroom } from "./refundHeadroom.ts"
import { reserveSplits } from "./refundSplits.ts"
import {
  type ModificationBasis,
  type ModificationDraft,
  requestModification
} from "./requestModification.ts"
import { Reason, refundCodec, toRefund } from "./resources.ts"

/** The input of a refund. */
export interface CreateRefund {
  /**
   * The amount in minor units of the payment's currency, more than zero. The default is the whole
   * rest.
   */
  readonly amount?: bigint
  /** The reason, at most 500 characters. */
  readonly reason?: string
  /**
   * True if the accounts of the payment's `splits` pay their share of the refund. The default is
   * false: the merchant pays all of it.
   */
  readonly reverseSplits?: boolean
}
export const CreateRefund = Schema.Struct({
  amount: Schema.optionalKey(ModifiedAmount),
  reason: Schema.optionalKey(Reason),
  reverseSplits: Schema.optionalKey(Schema.Boolean)
}).pipe(Schema.encodeKeys({ reverseSplits: "reverse_splits" }), named("CreateRefund"))

const checkInput = inputChecker(CreateRefund)

/**
 * Refunds captured money. Partial refunds are possible until all of it is refunded. The amount is
 * reserved on the payment at once, so two refunds can't both take the last of it.
 */
export const createRefund = Effect.fnUntraced(function* (
  caller: Caller,
  payment: string,
  input: CreateRefund,
  options: MutationOptions
) {
  const given = yield* Effect.fromResult(checkInput(input))
  return yield* requestModification(caller, payment, given, options, {
    kind: "refund",
    endpoint: "createRefund",
    codec: refundCodec,
    toResource: toRefund,
    decide: (basis) => decideRefund(basis, given)
  })
})

const refundable: ReadonlySet<PaymentStatus> = new Set([
  "succeeded",
  "partially_captured",
  "partially_refunded"
])

const nothingToRefund = (status: PaymentStatus): string =>
  status === "authorized"
    ? "This payment is authorized, so there is nothing to refund: void it to release the money."
    : `This payment is ${status}, so there is nothing to refund. ` +
      alternativeTo[moneyState[status]]

/** Returns the reason why no more can be refunded of a payment, in minor units. */
const refundableRest = (payment: PaymentRecord): string => {
  const { amountCaptured, amountReserved, amountDisputed, currency } = payment
  const gone = [
    ...(amountReserved > 0n ? [`${amountReserved} is refunded or being refunded`] : []),
    ...(amountDisputed > 0n ? [`${amountDisputed} is disputed`] : [])
  ]
  const rest = gone.length === 0 ? "nothing is refunded" : `of it ${gone.join(" and ")}`
  return `in minor units of ${currency}, ${amountCaptured} was captured and ${rest}`
}

/** Returns the smallest step of an amount at the payment's provider, in minor units. */
const stepOf = (
  capabilities: ModificationBasis["capabilities"],
  { currency }: PaymentRecord
): bigint => {
  const step = capabilities?.amountStep?.[currency] ?? 1n
  return step > 0n ? step : 1n
}

/** Decides if an amount may be refunded of a payment. */
export const decideRefund = (
  { payment, capabilities }: ModificationBasis,
  input: Omit<CreateRefund, "reason"> & { readonly reason?: string | null }
): Result.Result<ModificationDraft, PaymentNotRefundable | InvalidInput> => {
  const { id, status } = payment
  const refuse = (message: string) =>
    Result.fail(new PaymentNotRefundable({ payment: id, status, message }))
  const headroom = refundHeadroom(payment)
  if (!refundable.has(status)) return refuse(nothingToRefund(status))
  if (payment.amountCaptured === 0n)
    return refuse("This payment took no money, so there is nothing to refund.")
  if (payment.unbooked !== undefined) {
    const [notification] = payment.unbooked
    return refuse(
      "The provider of this payment reported money that could not be booked: " +
        `replay or dismiss ${notification} first.`
    )
  }
  if (headroom === 0n) return refuse(`Nothing is left to refund: ${refundableRest(payment)}.`)
  if (capabilities?.refunds === "none")
    return refuse("The provider of this payment takes no refunds.")
  const amount = input.amount ?? headroom
  if (amount > headroom) {
    return Result.fail(amountTooLarge(amount, headroom, refundableRest(payment)))
  }
  if (capabilities?.refunds === "full" && amount !== payment.amountCaptured) {
    return input.amount === undefined
      ? refuse(
          "The provider of this payment refunds in full only, and a part of it can't be refunded."
        )
      : Result.fail(
          parameterInvalid(
            "amount",
            "must be all of it: the payment's provider refunds in full only"
          )
        )
  }
  const tooFine = finerThan(capabilities, amount, payment)
  if (tooFine !== null) return Result.fail(tooFine)
  if (input.reverseSplits === true && payment.splits === undefined) {
    return Result.fail(
      parameterInvalid("reverseSplits", "must be false or left out: the payment has no splits")
    )
  }
  const after = { ...payment, amountReserved: payment.amountReserved + amount }
  const draft = { amount, reason: input.reason ?? null, payment: after }
  return Result.succeed(
    input.reverseSplits === true
      ? {
          ...draft,
          reversesSplits: true,
          ...reserveSplits(after, amount, stepOf(capabilities, payment))
        }
      : draft
  )
}
