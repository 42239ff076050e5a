import type { Finding } from "../Finding.ts"
import type { Books } from "../rows/Books.ts"
import type { KeptTotal } from "../rows/RawRows.ts"
import type { LedgerGroup, Payment } from "../rows/rowTypes.ts"
import { totalOf } from "./money.ts"

/** Checks that groups balance, agree with the payments, and add up to the kept balances. */
export const ledgerFindings = (books: Books): ReadonlyArray<Finding> => [
  ...books.groups.flatMap((group) => groupFindings(books, group)),
  ...books.payments.flatMap((payment) => amountFindings(books, payment)),
  ...totalFindings(books)
]

/** The accounts that a kind of group debits and credits, without the MID of an account. */
const accounts: Readonly<Record<string, readonly [debit: string, credit: string]>> = {
  capture: ["provider_receivable", "merchant_payable"],
  capture_return: ["merchant_payable", "provider_receivable"],
  refund: ["refunds", "provider_receivable"],
  refund_reversal: ["provider_receivable", "refunds"],
  late_charge: ["provider_receivable", "suspense"],
  late_charge_reversal: ["suspense", "provider_receivable"],
  dispute_hold: ["disputes_held", "provider_receivable"],
  dispute_release: ["provider_receivable", "disputes_held"],
  dispute_loss: ["dispute_losses", "disputes_held"]
}

const groupFindings = (
  books: Books,
  { id, kind, entries, payment, currency, atProvider }: LedgerGroup
): ReadonlyArray<Finding> => {
  const found = (sentence: string): Finding => ({ rule: "ledger-balance", row: id, sentence })
  const sum = totalOf(entries)
  const expected = accounts[kind]
  const of = payment === undefined ? undefined : books.find<Payment>("payments", payment)
  const wrong = entries.filter(({ account, amount }) => {
    const [debit, credit] = expected ?? []
    return (
      expected !== undefined && account.split(":")[0] !== (BigInt(amount) > 0n ? debit : credit)
    )
  })
  const charge =
    atProvider?.kind === "charge"
      ? books.find<{ readonly id: string; readonly mid: string | null }>(
          "attempts",
          atProvider.reference
        )
      : undefined
  const strange = entries.filter(
    ({ account }) =>
      charge !== undefined &&
      account.split(":")[1] !== undefined &&
      account.split(":")[1] !== charge.mid
  )
  return [
    ...(sum === 0n ? [] : [found(`${id} is off by ${sum} ${currency}.`)]),
    ...wrong.map(({ account }) => found(`${id} is a ${kind} and has an entry on ${account}.`)),
    ...strange.map(({ account }) => found(`${id} books on ${account}, not on ${charge?.mid}.`)),
    ...(payment !== undefined && of === undefined ? [found(`${id} is of no payment.`)] : []),
    ...(of !== undefined && of.currency !== currency
      ? [found(`${id} is in ${currency}, and ${of.id} in ${of.currency}.`)]
      : []),
    ...(entries.some(({ amount }) => BigInt(amount) === 0n)
      ? [found(`${id} has an entry of zero.`)]
      : [])
  ]
}

const amountFindings = (books: Books, payment: Payment): ReadonlyArray<Finding> => {
  const groups = books.groupsOf(payment.id)
  const disputes = books.disputesOf(payment.id)
  const moved = (kind: string): bigint =>
    totalOf(
      groups
        .filter((group) => group.kind === kind)
        .flatMap(({ entries }) => entries.filter(({ amount }) => BigInt(amount) > 0n))
    )
  const takenBy = (...money: ReadonlyArray<string>): bigint =>
    totalOf(disputes.filter((dispute) => money.includes(dispute.money)))
  const disputed = moved("dispute_hold") - moved("dispute_release")
  const late = moved("late_charge") - moved("late_charge_reversal")
  const isKept = books
    .attemptsOf(payment)
    .some(({ status }) => status === "late_charged" || status === "reversed")
  const lateChanges = books
    .modificationsOf(payment.id)
    .filter(({ purpose }) => purpose === "late_charge")
  const isReturned = lateChanges.every(({ status }) => status === "succeeded")
  const pairs: ReadonlyArray<readonly [string, bigint, bigint]> = [
    ["captured", moved("capture") - moved("capture_return"), BigInt(payment.amountCaptured)],
    ["refunded", moved("refund") - moved("refund_reversal"), BigInt(payment.amountRefunded)],
    ["disputed", disputed, BigInt(payment.amountDisputed)],
    ["held or lost by disputes", disputed, takenBy("held", "lost")],
    ["lost", moved("dispute_loss"), takenBy("lost")]
  ]
  const found = (sentence: string): Finding => ({
    rule: "ledger-payment",
    row: payment.id,
    sentence
  })
  return [
    ...pairs.flatMap(([what, inLedger, inRow]) =>
      inLedger === inRow
        ? []
        : [found(`${payment.id} has ${inRow} ${what}, and ${inLedger} in the ledger.`)]
    ),
    ...(late === 0n || (late > 0n && isKept && !isReturned)
      ? []
      : [found(`${payment.id} has ${late} of late charges left in the ledger.`)]),
    ...(payment.disputed === disputed > 0n
      ? []
      : [found(`${payment.id} has disputed ${payment.disputed}, and ${disputed} is disputed.`)])
  ]
}

/** Adds the entries of a group to the sums of its accounts. */
export const addEntries = (
  sums: Map<string, bigint>,
  { currency, entries }: Pick<LedgerGroup, "currency" | "entries">
): void => {
  for (const { account, amount } of entries) {
    const key = `${account} ${currency}`
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount))
  }
}

const totalFindings = (books: Books): ReadonlyArray<Finding> => {
  const { totals } = books.audited.rows
  if (totals === undefined) return []
  const sums = new Map<string, bigint>()
  for (const group of books.groups) addEntries(sums, group)
  return keptFindings(
    sums,
    totals.filter(({ tenant, mode }) => tenant === books.tenant && mode === books.mode)
  )
}

/** Compares the sums of the groups of a tenant with the balances that the store keeps of them. */
export const keptFindings = (
  sums: ReadonlyMap<string, bigint>,
  totals: ReadonlyArray<KeptTotal>
): ReadonlyArray<Finding> => {
  const kept = new Map(totals.map(({ key, amount }) => [key, amount]))
  return [...new Set([...sums.keys(), ...kept.keys()])].flatMap((key) => {
    const [added = 0n, total = 0n] = [sums.get(key), kept.get(key)]
    const sentence = `The store keeps ${total} for ${key}, and its groups add up to ${added}.`
    return added === total ? [] : [{ rule: "ledger-totals", row: key, sentence }]
  })
}
