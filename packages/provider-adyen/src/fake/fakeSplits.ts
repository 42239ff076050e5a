import type { Types } from "@adyen/api-library"
import type { Wire } from "../wire.ts"
import type { FakeAmount, FakeBooks, FakeModification, FakePayment } from "./FakeBooks.ts"
import { FakeError } from "./FakeError.ts"

/** A part of a payment, capture or refund for a balance account of the platform. */
export type FakeSplit = Wire<Types.checkout.Split>

/** The name under which the fake counts the platform's own balance account. */
const liableAccount = "liable"

/** The parts of payments for the balance accounts of a platform. */
export interface FakeSplitBooks {
  /**
   * Returns the captured amounts less the refunded ones, by balance account and currency, in
   * Adyen's own units. The platform's own account is `liable`. Amounts without splits are its own.
   */
  readonly balances: () => Readonly<Record<string, Readonly<Record<string, number>>>>
  /**
   * Returns the splits by which a payment was captured, or a refund was made, by its reference.
   */
  readonly splits: (reference: string) => ReadonlyArray<FakeSplit>
}

/** Creates the view of the splits in the fake's books. */
export const splitBooks = (books: FakeBooks): FakeSplitBooks => ({
  balances: () => balancesOf(books),
  splits: (reference) => {
    const { payments, modifications } = books
    const refunds = modifications.filter(
      (made) => made.kind === "refund" && made.reference === reference
    )
    const paid = [...payments.values()].filter((payment) => payment.reference === reference)
    return [
      ...refunds.flatMap((made) => refundedSplits(made, capturesOf(books, made.payment))),
      ...paid.flatMap((payment) => paidSplits(payment, capturesOf(books, payment)))
    ]
  }
})

/**
 * Returns the splits of a request, or null if it has none. Refuses splits that don't add up to the
 * amount, and splits that lack a field. Adyen documents no codes of these errors. The fake has no
 * fees, so it refuses their types too.
 */
export const splitsIn = (
  splits: ReadonlyArray<FakeSplit> | undefined,
  { value, currency }: FakeAmount
): ReadonlyArray<FakeSplit> | null => {
  if (splits === undefined) return null
  for (const split of splits) {
    const { type, account, amount, reference } = split
    if (type !== "BalanceAccount" && type !== "Commission") throw refused(`unknown type ${type}`)
    if (!Number.isSafeInteger(valueOf(split)) || valueOf(split) <= 0) {
      throw refused("an amount is missing")
    }
    if ((amount?.currency ?? currency) !== currency) throw refused("another currency")
    if (type === "BalanceAccount" && !(account && reference)) {
      throw refused("a balance account needs its account and a reference")
    }
  }
  if (totalOf(splits) !== value) throw refused(`they add up to ${totalOf(splits)}, not to ${value}`)
  return splits
}

/**
 * Refuses the splits of a refund from accounts that have no part of the payment, or under another
 * reference than the payment's.
 */
export const checkRefund = (
  payment: FakePayment,
  captures: ReadonlyArray<FakeModification>,
  splits: ReadonlyArray<FakeSplit> | null
): void => {
  const paid = paidSplits(payment, captures)
  for (const { type, account, reference } of splits ?? []) {
    const isPaid = paid.some((part) => part.account === account && part.reference === reference)
    if (type === "BalanceAccount" && !isPaid) throw refused(`${account} has no part ${reference}`)
  }
}

const refused = (why: string): FakeError => new FakeError(422, "702", `Invalid splits: ${why}`)

const valueOf = ({ amount }: FakeSplit): number => amount?.value ?? 0

const totalOf = (splits: ReadonlyArray<FakeSplit>): number =>
  splits.reduce((sum, split) => sum + valueOf(split), 0)

/**
 * Returns the splits by which a payment was captured. A capture's own splits replace the payment's.
 * A capture of a part without splits is booked to the platform.
 */
const paidSplits = (
  payment: FakePayment,
  captures: ReadonlyArray<FakeModification>
): ReadonlyArray<FakeSplit> => {
  if (payment.isAutoCaptured) return payment.splits ?? []
  return captures.flatMap(({ splits, amount }) => {
    const isWhole = amount.value === payment.amount.value
    return splits ?? (isWhole ? (payment.splits ?? []) : [])
  })
}

/** Returns the captures of a payment that were carried out. */
export const capturesOf = (
  { modifications }: Pick<FakeBooks, "modifications">,
  payment: FakePayment
): ReadonlyArray<FakeModification> =>
  modifications.filter(
    (made) => made.payment === payment && made.kind === "capture" && made.state === "succeeded"
  )

/**
 * Returns the splits by which a refund was made. Without splits of its own, a refund of the whole
 * payment is split like the payment, and the platform pays a partial one.
 */
const refundedSplits = (
  { payment, amount, splits }: FakeModification,
  captures: ReadonlyArray<FakeModification>
): ReadonlyArray<FakeSplit> =>
  splits ?? (amount.value === payment.captured ? paidSplits(payment, captures) : [])

const balancesOf = (books: FakeBooks): ReturnType<FakeSplitBooks["balances"]> => {
  const balances: Record<string, Record<string, number>> = {}
  const book = (account: string, currency: string, value: number) => {
    const own = balances[account] ?? {}
    balances[account] = { ...own, [currency]: (own[currency] ?? 0) + value }
  }
  const bookAll = (splits: ReadonlyArray<FakeSplit>, amount: FakeAmount, sign: 1 | -1) => {
    const parts = splits.filter(({ type }) => type === "BalanceAccount")
    for (const part of parts) book(part.account ?? "", amount.currency, sign * valueOf(part))
    book(liableAccount, amount.currency, sign * (amount.value - totalOf(parts)))
  }
  for (const payment of books.payments.values()) {
    const { currency } = payment.amount
    const captures = capturesOf(books, payment)
    if (payment.captured > 0) {
      bookAll(paidSplits(payment, captures), { value: payment.captured, currency }, 1)
    }
    for (const made of books.modifications) {
      const isMade = made.payment === payment && made.state === "succeeded"
      if (made.kind === "refund" && isMade) bookAll(refundedSplits(made, captures), made.amount, -1)
    }
  }
  return balances
}
