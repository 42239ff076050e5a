import type { Movement } from "../../ledger/postingsFor.ts"
import { type Split, sumOfSplits } from "../../providers/Split.ts"
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

/** The movement of each part, as reports of the provider name them. */
export const splitMovements = (
  attempt: AttemptRecord,
  kind: "split" | "split_reversal",
  splits: ReadonlyArray<Split> = []
): ReadonlyArray<Movement> => splits.flatMap(({ amount }) => splitMovement(attempt, kind, amount))

/** Returns the amount of the parts that no refund took back. */
export const splitsLeft = ({ splits, splitsReversed }: PaymentRecord): bigint =>
  sumOfSplits(splits) - (splitsReversed?.amount ?? 0n)
