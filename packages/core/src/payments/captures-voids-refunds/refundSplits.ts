import { type Split, sumOfSplits } from "../../providers/Split.ts"
import type { PaymentRecord } from "../charges/Payment.ts"
import { splitsLeft } from "../charges/splits.ts"
import type { ModificationRecord } from "./Modification.ts"

/** The parts that refunds take back. Amounts are in minor units. */
export interface TakenSplits {
  /** The amount of these refunds. */
  readonly refunded: bigint
  /** The amount that they take back of each part, in the order of the charge's parts. */
  readonly parts: ReadonlyArray<bigint>
}

/** A charge with parts for other accounts, and the refunds that take parts back. */
interface SplitCharge {
  /** The parts of the charge. */
  readonly splits: ReadonlyArray<Split>
  /** The captured amount, in minor units. */
  readonly captured: bigint
  /** The parts that pending and succeeded refunds take back. */
  readonly taken: TakenSplits
}

type Splits = ReadonlyArray<Split>

const totalOf = (amounts: ReadonlyArray<bigint>): bigint =>
  amounts.reduce((sum, amount) => sum + amount, 0n)

const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n)

/**
 * Divides an amount in proportion to weights. Each share is rounded down, and the largest
 * remainders get the units that are left over. All shares are zero if all weights are.
 */
const apportion = (amount: bigint, weights: ReadonlyArray<bigint>): ReadonlyArray<bigint> => {
  const sum = totalOf(weights)
  if (sum === 0n) return weights.map(() => 0n)
  const shares = weights.map((weight) => (amount * weight) / sum)
  const remainders = weights.map((weight, at) => ({ at, rest: (amount * weight) % sum }))
  const largestFirst = remainders.toSorted((one, other) =>
    one.rest === other.rest ? one.at - other.at : one.rest > other.rest ? -1 : 1
  )
  const leftOver = Number(amount - totalOf(shares))
  const raised = new Set(largestFirst.slice(0, leftOver).map(({ at }) => at))
  return shares.map((share, at) => (raised.has(at) ? share + 1n : share))
}

/**
 * Returns the parts that a new refund of a charge takes back. All refunds together take each part
 * back in proportion to the refunded amount, and never more than the part. The refund that returns
 * the last of the charge takes all that is left. The parts of a refund are never more than the
 * refund, because the merchant's own rest of the charge is apportioned like a part. Each amount is
 * a multiple of the step, if all amounts of the charge are.
 */
export const splitsToTake = (
  { splits, captured, taken }: SplitCharge,
  amount: bigint,
  step: bigint
): Splits => {
  const refunded = taken.refunded + amount
  const known = splits.map((_, at) => taken.parts[at] ?? 0n)
  if (refunded >= captured) {
    return withAmounts(
      splits,
      splits.map((part, at) => positive(part.amount - (known[at] ?? 0n)))
    )
  }
  const wholes = [...splits.map((part) => part.amount), captured - sumOfSplits(splits)]
  const before = [...known, taken.refunded - totalOf(known)]
  const missing = wholes.map((whole, at) =>
    positive(whole * refunded - (before[at] ?? 0n) * captured)
  )
  const fits = [amount, ...wholes, ...before].every((each) => each % step === 0n)
  const unit = fits ? step : 1n
  return withAmounts(
    splits,
    apportion(amount / unit, missing).map((share) => share * unit)
  )
}

const withAmounts = (splits: Splits, amounts: ReadonlyArray<bigint>): Splits =>
  splits.map((part, at) => ({ ...part, amount: amounts[at] ?? 0n }))

/**
 * Returns the parts that pending and succeeded refunds of a payment take back. An older release
 * stored only the sum of the parts that succeeded refunds took back.
 */
const takenSplits = ({
  splits = [],
  splitsReserved,
  splitsReversed
}: PaymentRecord): TakenSplits => {
  if (splitsReserved !== undefined) return splitsReserved
  const { amount = 0n, refunded = 0n } = splitsReversed ?? {}
  const weights = splits.map((part) => part.amount)
  return { refunded, parts: apportion(amount, weights) }
}

/** Returns the parts that a merchant's refund takes back, and the payment that reserves them. */
export const reserveSplits = (payment: PaymentRecord, amount: bigint, step: bigint) => {
  const { splits = [], amountCaptured: captured } = payment
  const charge = { splits, captured, taken: takenSplits(payment) }
  const taken = splitsToTake(charge, amount, step)
  return { splits: taken, payment: withReserved(payment, taken, amount, 1n) }
}

/** Reserves parts for a refund, or releases them if the sign is -1. */
const withReserved = (
  payment: PaymentRecord,
  taken: Splits,
  amount: bigint,
  sign: 1n | -1n
): PaymentRecord => {
  const { refunded, parts } = takenSplits(payment)
  const amounts = parts.map((part, at) => positive(part + sign * (taken[at]?.amount ?? 0n)))
  const splitsReserved = { refunded: positive(refunded + sign * amount), parts: amounts }
  return { ...payment, splitsReserved }
}

/** The facts about a refund that its parts depend on. */
type Refund = Pick<ModificationRecord, "amount" | "reversesSplits" | "splits" | "splitShare">

/** Returns the payment after a refund of it failed, which reserved parts. */
export const releaseSplits = (payment: PaymentRecord, { amount, splits }: Refund): PaymentRecord =>
  splits === undefined ? payment : withReserved(payment, splits, amount, -1n)

/**
 * Returns the parts that a succeeded refund took back, and the payment that shows them. The parts
 * are those of the request. An older release stored none: then they are computed now.
 */
export const splitsTakenBy = (payment: PaymentRecord, refund: Refund) => {
  const { amount, reversesSplits, splits } = refund
  if (reversesSplits !== true) return { payment, splits: [] }
  const taken = splits ?? withoutRequest(payment, amount)
  const reserved = splits === undefined ? withReserved(payment, taken, amount, 1n) : payment
  return { payment: withReversed(reserved, taken, amount, 1n), splits: taken }
}

/** Returns the parts that came back with a refund, and the payment without them. */
export const splitsReturnedBy = (payment: PaymentRecord, refund: Refund) => {
  const { amount, reversesSplits, splits, splitShare = 0n } = refund
  if (reversesSplits !== true) return { payment, splits: [] }
  const returned =
    splits ?? withAmounts(payment.splits ?? [], apportion(splitShare, takenSplits(payment).parts))
  const released = withReserved(payment, returned, amount, -1n)
  return { payment: withReversed(released, returned, amount, -1n), splits: returned }
}

/**
 * Returns the parts of a refund that an older release requested. All such refunds together are in
 * proportion to the captured amount, and the last one takes all that is left.
 */
const withoutRequest = (payment: PaymentRecord, amount: bigint): Splits => {
  const { amountCaptured, splits = [], splitsReversed = nothing } = payment
  if (amountCaptured === 0n) return withAmounts(splits, [])
  const refunded = splitsReversed.refunded + amount
  const due = (sumOfSplits(splits) * refunded) / amountCaptured - splitsReversed.amount
  const share = refunded >= amountCaptured ? splitsLeft(payment) : positive(due)
  const { parts } = takenSplits(payment)
  const left = splits.map((part, at) => positive(part.amount - (parts[at] ?? 0n)))
  const most = totalOf(left)
  return withAmounts(splits, apportion(share - most > 0n ? most : share, left))
}

const nothing = { amount: 0n, refunded: 0n }

const withReversed = (
  payment: PaymentRecord,
  splits: Splits,
  refunded: bigint,
  sign: 1n | -1n
): PaymentRecord => {
  const { splitsReversed = nothing } = payment
  return {
    ...payment,
    splitsReversed: {
      amount: splitsReversed.amount + sign * sumOfSplits(splits),
      refunded: splitsReversed.refunded + sign * refunded
    }
  }
}

/** Returns the parts that a refund shows to merchants, without those that it leaves whole. */
export const shownSplits = ({ splits = [] }: Refund): { readonly splits?: Splits } => {
  const taken = splits.filter(({ amount }) => amount > 0n)
  return taken.length === 0 ? {} : { splits: taken }
}

/** Returns the parts that pending and succeeded refunds of a late charge take back. */
export const takenByRefunds = (
  splits: Splits,
  refunds: ReadonlyArray<Refund & Pick<ModificationRecord, "status">>
): TakenSplits => {
  const live = refunds.filter(
    ({ status, reversesSplits }) =>
      reversesSplits === true && (status === "pending" || status === "succeeded")
  )
  const partsOf = ({ splits: own, splitShare = 0n }: Refund) =>
    own?.map((part) => part.amount) ??
    apportion(
      splitShare,
      splits.map((part) => part.amount)
    )
  const all = live.map(partsOf)
  return {
    refunded: totalOf(live.map(({ amount }) => amount)),
    parts: splits.map((_, at) => totalOf(all.map((parts) => parts[at] ?? 0n)))
  }
}
