import type { Movement } from "../../ledger/postingsFor.ts"
import { sumOfSplits } from "../../providers/Split.ts"
import { type AttemptRecord, chargeAtProvider } from "./Attempt.ts"
import type { PaymentRecord } from "./Payment.ts"

/** The movement of a part that the provider pays to another account, or takes back. */
export const splitMovement = (
  attempt: AttemptRecord,
  kind: "split" | "split_reversal",
  amount: bigint
): ReadonlyArray<Movement> =>
  attempt.mid === null || amount === 0n
    ? []
    : [
        {
          kind,
          payment: attempt.payment,
          mid: attempt.mid,
          amount,
          currency: attempt.facts.currency,
          atProvider: { ...chargeAtProvider(attempt), kind }
        }
      ]

/** The movement of each part of a captured charge, as reports of the provider name them. */
export const splitMovements = (
  attempt: AttemptRecord,
  { splits = [] }: PaymentRecord
): ReadonlyArray<Movement> =>
  splits.flatMap(({ amount }) => splitMovement(attempt, "split", amount))

const nothing = { amount: 0n, refunded: 0n }

/** Returns the amount of the parts that no refund took back. */
export const splitsLeft = ({ splits, splitsReversed = nothing }: PaymentRecord): bigint =>
  sumOfSplits(splits) - splitsReversed.amount

/**
 * Returns the share of a refund that the accounts of the parts pay. All shares together are in
 * proportion to the refunds that take parts back. The share is zero if the capture came back, which
 * took the parts with it.
 */
export const splitShare = (payment: PaymentRecord, amount: bigint): bigint => {
  const { amountCaptured, splits, splitsReversed = nothing } = payment
  if (amountCaptured === 0n) return 0n
  const refunded = splitsReversed.refunded + amount
  if (refunded >= amountCaptured) return splitsLeft(payment)
  const share = (sumOfSplits(splits) * refunded) / amountCaptured - splitsReversed.amount
  return share < 0n ? 0n : share
}

/** Returns the parts that are taken back, after a refund of `refunded` took `amount` more. */
export const withReversed = (
  { splitsReversed = nothing }: PaymentRecord,
  amount: bigint,
  refunded: bigint
): Pick<PaymentRecord, "splitsReversed"> => ({
  splitsReversed: {
    amount: splitsReversed.amount + amount,
    refunded: splitsReversed.refunded + refunded
  }
})
