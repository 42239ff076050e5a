import type { Finding } from "../Finding.ts"
import type { Books, ProviderIndex } from "../rows/Books.ts"
import type { Modification, Part, Payment } from "../rows/rowTypes.ts"
import { totalOf } from "./money.ts"

const rule = "splits"

/** Checks that refunds take back at most what other accounts got of a payment. */
export const splitFindings = (books: Books): ReadonlyArray<Finding> =>
  books.payments.flatMap((payment) => {
    const taking = books
      .modificationsOf(payment.id)
      .filter(({ kind, status }) => kind === "refund" && isLive(status))
    const found = (sentence: string): Finding => ({
      rule,
      row: payment.id,
      sentence: `${payment.id} (${payment.status}) ${sentence}.`
    })
    return [
      ...[...Map.groupBy(taking, ({ attempt }) => attempt).values()].flatMap((refunds) =>
        excesses(payment, refunds)
      ),
      ...unreserved(payment, taking),
      ...unbooked(books, payment)
    ].map(found)
  })

const isLive = (status: string): boolean => status === "pending" || status === "succeeded"

const takenOf = (refunds: ReadonlyArray<Modification>, at: number): bigint =>
  refunds.reduce((sum, { splits }) => sum + BigInt(splits?.[at]?.amount ?? 0), 0n)

const excesses = (
  { splits = [] }: Payment,
  refunds: ReadonlyArray<Modification>
): ReadonlyArray<string> => [
  ...splits.flatMap(({ account, amount }, at) => {
    const taken = takenOf(refunds, at)
    return taken <= BigInt(amount) ? [] : [`has ${taken} of the ${amount} of ${account} refunded`]
  }),
  ...refunds
    .filter(({ splits: own = [], amount }) => totalOf(own) > BigInt(amount))
    .map(({ id }) => `has ${id}, which takes back more than its amount`)
]

const unreserved = (
  { splits = [], splitsReserved }: Payment,
  taking: ReadonlyArray<Modification>
): ReadonlyArray<string> => {
  if (splitsReserved === undefined) return []
  const own = taking.filter(({ purpose }) => purpose === "merchant")
  return splits.flatMap(({ account }, at) => {
    const reserved = BigInt(splitsReserved.parts[at] ?? 0)
    const taken = takenOf(own, at)
    return reserved === taken ? [] : [`reserves ${reserved} of ${account}, and refunds ${taken}`]
  })
}

/** Compares the ledger's account of splits with the charges and the refunds that have parts. */
const unbooked = (books: Books, payment: Payment): ReadonlyArray<string> => {
  const { id, splits = [], splitsReversed } = payment
  const groups = books.groupsOf(id)
  const moved = (kind: string): bigint =>
    totalOf(
      groups
        .filter((group) => group.kind === kind)
        .flatMap(({ entries }) => entries.filter(({ amount }) => BigInt(amount) > 0n))
    )
  const parts = totalOf(splits)
  const late = new Set(
    groups.flatMap(({ kind, atProvider }) => (kind === "late_charge" ? atProvider?.reference : []))
  )
  const attempts = books.attemptsOf(payment)
  const charges = attempts.filter(
    (attempt) =>
      attempt.status === "captured" ||
      attempt.status === "returned" ||
      (late.has(attempt.id) && BigInt(attempt.authorizedAmount ?? attempt.facts.amount) >= parts)
  )
  const returned = attempts.reduce((sum, one) => sum + BigInt(one.returned?.splits ?? 0), 0n)
  const refunded = books
    .modificationsOf(id)
    .filter(({ purpose, status }) => purpose === "late_charge" && status === "succeeded")
    .reduce((sum, refund) => sum + sharesOf(refund), 0n)
  const reversed = BigInt(splitsReversed?.amount ?? 0)
  const due = BigInt(charges.length) * parts - returned - refunded - reversed
  const booked = moved("split") - moved("split_reversal")
  return booked === due ? [] : [`has ${booked} split off in the ledger, not ${due}`]
}

/** An older release stored the sum of the parts only. */
const sharesOf = ({ splits, splitShare }: Modification): bigint =>
  splits === undefined ? BigInt(splitShare ?? 0) : totalOf(splits)

/** Checks that each refund took back the same parts at the provider. */
export const splitsAtProvider = (books: Books, index: ProviderIndex): ReadonlyArray<Finding> =>
  books.modifications.flatMap(({ id, kind, status, splits, attempt }) => {
    if (kind !== "refund" || status !== "succeeded" || splits === undefined) return []
    const there = index.changes.get(attempt) ?? []
    const made = there.find((change) => change.kind === kind && change.reference === id)
    if (made?.splits === undefined || textOf(made.splits) === textOf(splits)) return []
    const sentence = `${id} took back ${textOf(splits)}, and ${textOf(made.splits)} there.`
    return [{ rule, row: id, sentence }]
  })

const textOf = (splits: ReadonlyArray<Pick<Part, "account"> & { amount: string | bigint }>) =>
  splits.map(({ account, amount }) => `${amount} of ${account}`).join(", ")
