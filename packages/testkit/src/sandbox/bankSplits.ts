import { type BankCharge, modificationAt } from "./bankCharge.ts"

/** A part of a charge that the bank pays to another account, or takes back. */
export interface BankSplit {
  readonly account: string
  /** In minor units of the charge's currency. */
  readonly amount: bigint
}

/** Returns the parts without their references. */
export const bankSplits = (splits: ReadonlyArray<BankSplit>): ReadonlyArray<BankSplit> =>
  splits.map(({ account, amount }) => ({ account, amount }))

/**
 * Returns the code with which the bank refuses the parts of a refund, or undefined if it takes
 * them. They are at most the refund, and all refunds take back at most what an account has got.
 */
export const refusalToTakeBack = (
  { splits: paid, modifications }: Pick<BankCharge, "splits" | "modifications">,
  { amount, splits = [] }: { readonly amount: bigint; readonly splits?: ReadonlyArray<BankSplit> },
  now: number
): "splits_exceed_refund" | "splits_exceed_parts" | undefined => {
  if (totalOf(splits) > amount) return "splits_exceed_refund"
  const takenBefore = modifications.flatMap((made) => {
    const { state } = modificationAt(made, now)
    const isLive = state === "pending" || state === "succeeded"
    return made.kind === "refund" && isLive ? made.splits : []
  })
  const taken = [...takenBefore, ...splits]
  const isTooMuch = ({ account }: BankSplit) => of(taken, account) > of(paid, account)
  return splits.some(isTooMuch) ? "splits_exceed_parts" : undefined
}

const totalOf = (splits: ReadonlyArray<BankSplit>): bigint =>
  splits.reduce((sum, { amount }) => sum + amount, 0n)

const of = (splits: ReadonlyArray<BankSplit>, account: string): bigint =>
  totalOf(splits.filter((split) => split.account === account))
