import { Schema } from "effect"
import { freeText } from "../kernel/primitives/FreeText.ts"
import { Amount, MinorAmount } from "../kernel/primitives/MinorAmount.ts"
import { refusedAs } from "../kernel/primitives/RefusalCode.ts"
import type { AuthorizationOptions } from "./AuthorizationOptions.ts"

const texts = {
  account: freeText(128).check(
    Schema.isMinLength(1, refusedAs("parameter_invalid", "the provider's name of an account"))
  ),
  reference: Schema.optionalKey(freeText(80))
}

/**
 * A part of a payment that the provider pays to another account, such as a seller's on a market
 * place. The rest is the merchant's.
 */
export interface Split {
  /** The provider's name of the account, such as `acct_…` at Stripe. */
  readonly account: string
  /** In minor units of the payment's currency, more than zero. */
  readonly amount: bigint
  /** The merchant's own reference of the part, at most 80 characters. */
  readonly reference?: string
}
export const Split = Schema.Struct({
  ...texts,
  amount: MinorAmount.check(
    Schema.isGreaterThanBigInt(0n, refusedAs("parameter_invalid", "more than 0"))
  )
})

/** The parts of a payment. */
export const Splits = Schema.Array(Split).check(
  Schema.isMinLength(1, refusedAs("parameter_invalid", "at least one part, or be left out")),
  Schema.isMaxLength(20, refusedAs("parameter_invalid", "at most 20 parts"))
)

/** A part as it is stored. */
export const SplitRecord = Schema.Struct({ ...texts, amount: Amount })

/** Encodes the parts of a payment. */
export const splitsToWire = Schema.encodeSync(Schema.Array(Split), { disableChecks: true })

/** Parts must be within the amount of their payment, and are paid with one capture of it. */
export const splitsHold = ({
  amount,
  splits,
  authorization = {}
}: {
  readonly amount: bigint
  readonly splits?: ReadonlyArray<Split>
  readonly authorization?: AuthorizationOptions
}) => {
  if (splits === undefined) return true
  const sum = sumOfSplits(splits)
  if (sum > amount) {
    return { path: ["splits"], issue: `add up to ${sum}, and the amount is ${amount}` }
  }
  const several = (["multipleCaptures", "partial"] as const).find(
    (option) => authorization[option] === true
  )
  return several === undefined
    ? true
    : { path: ["authorization", several], issue: "can't be combined with splits" }
}

/** Returns the amount of all parts. */
export const sumOfSplits = (splits: ReadonlyArray<Split> | undefined): bigint =>
  (splits ?? []).reduce((sum, { amount }) => sum + amount, 0n)
