import type { AttemptRecord, ModificationRecord } from "@payloom/core"
import type { PaymentFile } from "./PaymentFile.ts"

interface Part {
  readonly account: string
  readonly amount: bigint
}

const totalOf = (rows: ReadonlyArray<{ readonly amount: bigint }>): bigint =>
  rows.reduce((sum, { amount }) => sum + amount, 0n)

/** Returns the amount of the parts that other accounts have of a payment and its late charges. */
export const splitsDue = ({ payment, attempts, groups, modifications }: PaymentFile): bigint => {
  const { splits = [], splitsReversed } = payment
  const taking = attempts.filter(({ status }) => status === "captured" || status === "returned")
  const isLate = ({ id, facts, authorizedAmount = facts.amount }: AttemptRecord) =>
    authorizedAmount >= totalOf(splits) &&
    groups.some(({ kind, atProvider }) => kind === "late_charge" && atProvider?.reference === id)
  const late = modifications.filter(
    ({ purpose, status }) => purpose === "late_charge" && status === "succeeded"
  )
  const charged = BigInt(taking.length + attempts.filter(isLate).length) * totalOf(splits)
  const returned = attempts.reduce((sum, attempt) => sum + (attempt.returned?.splits ?? 0n), 0n)
  const refunded = late.reduce((sum, refund) => sum + sharesOf(refund), 0n)
  return charged - returned - refunded - (splitsReversed?.amount ?? 0n)
}

/** An older release stored the sum of the parts only. */
const sharesOf = ({ splits, splitShare = 0n }: ModificationRecord): bigint =>
  splits === undefined ? splitShare : totalOf(splits)

const isLive = ({ status }: ModificationRecord): boolean =>
  status === "pending" || status === "succeeded"

/**
 * Checks that all refunds of a charge take back at most what each account has got, and that the
 * payment and the bank have the parts of each refund.
 */
export const splitFindings = (file: PaymentFile): ReadonlyArray<string> => {
  const { payment, modifications } = file
  const { splits = [], splitsReserved } = payment
  const taking = modifications.filter((row) => row.kind === "refund" && isLive(row))
  const ofCharges = Map.groupBy(taking, ({ attempt }) => attempt)
  const own = taking.filter(({ purpose }) => purpose === "merchant")
  return [
    ...[...ofCharges.values()].flatMap((refunds) => excesses(splits, refunds)),
    ...(splitsReserved === undefined
      ? []
      : splits.flatMap((part, at) => {
          const reserved = splitsReserved.parts[at] ?? 0n
          const taken = takenOf(own, at)
          return reserved === taken
            ? []
            : [`${reserved} of the part of ${part.account} is reserved, not ${taken}`]
        })),
    ...modifications.flatMap((row) => bankFindings(file, row))
  ]
}

const takenOf = (refunds: ReadonlyArray<ModificationRecord>, at: number): bigint =>
  refunds.reduce((sum, { splits }) => sum + (splits?.[at]?.amount ?? 0n), 0n)

const excesses = (
  splits: ReadonlyArray<Part>,
  refunds: ReadonlyArray<ModificationRecord>
): ReadonlyArray<string> => [
  ...splits.flatMap(({ account, amount }, at) => {
    const taken = takenOf(refunds, at)
    return taken <= amount ? [] : [`refunds take ${taken} of the ${amount} of ${account}`]
  }),
  ...refunds
    .filter(({ splits: own = [], amount }) => totalOf(own) > amount)
    .map(({ id }) => `${id} takes back more than its amount`)
]

const bankFindings = (
  { changes }: PaymentFile,
  { id, kind, status, splits }: ModificationRecord
): ReadonlyArray<string> => {
  const made = changes.find((change) => change.kind === kind && change.reference === id)
  if (kind !== "refund" || status !== "succeeded" || splits === undefined) return []
  if (made === undefined || namesOf(made.splits) === namesOf(splits)) return []
  return [`${id} took ${namesOf(splits)} back, and ${namesOf(made.splits)} at the bank`]
}

const namesOf = (splits: ReadonlyArray<Part>): string =>
  splits.map(({ account, amount }) => `${amount} of ${account}`).join(", ")
