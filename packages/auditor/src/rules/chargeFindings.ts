import type { Audited } from "../Audited.ts"
import type { Finding } from "../Finding.ts"
import type { ProviderCharge } from "../ProviderBooks.ts"
import { type Books, booksOf, type ProviderIndex, providerIndex } from "../rows/Books.ts"
import type { Attempt, Modification, Payment } from "../rows/rowTypes.ts"
import { openAttempts, totalOf } from "./money.ts"

const counterpart = "charge-counterpart"
const once = "charged-once"

/** States of a charge in which no money is held or taken. */
const empty: ReadonlySet<string> = new Set(["requires_action", "declined"])

const holdsMoney = ({ state, amount, captured, refunded }: ProviderCharge): boolean =>
  amount > 0n &&
  (state === "authorized" ||
    state === "pending" ||
    (state === "captured" && captured > 0n && captured > refunded))

/**
 * Checks that each charge at a provider has one attempt, that no reference was charged twice, and
 * that each payment holds the money of one charge at most.
 */
export const unknownCharges = (audited: Audited): ReadonlyArray<Finding> => {
  const index = providerIndex(audited)
  if (index === null) return []
  const known = new Map<string, number>()
  for (const { attempts } of booksOf(audited)) {
    for (const { id } of attempts) known.set(id, (known.get(id) ?? 0) + 1)
  }
  return [...index.charges].flatMap(([reference, charges]) => {
    const made = charges.filter(({ state }) => !empty.has(state))
    const rows = known.get(reference) ?? 0
    return [
      ...(made.length > 0 && rows !== 1
        ? [
            {
              rule: counterpart,
              row: reference,
              sentence: `A charge of ${reference} at the provider has ${rows} attempts.`
            }
          ]
        : []),
      ...(made.length > 1
        ? [
            {
              rule: once,
              row: reference,
              sentence: `${reference} was charged ${made.length} times at the provider.`
            }
          ]
        : [])
    ]
  })
}

/** Checks each payment's attempts against the charges at the provider. */
export const chargeFindings = (books: Books, index: ProviderIndex): ReadonlyArray<Finding> =>
  books.payments.flatMap((payment) => {
    const attempts = books.attemptsOf(payment)
    const held = attempts.flatMap(({ id }) => (index.charges.get(id) ?? []).filter(holdsMoney))
    const changes = books.modificationsOf(payment.id)
    const isBeingReturned = changes.some(
      ({ purpose, status }) => purpose === "late_charge" && status !== "succeeded"
    )
    return [
      ...(held.length > 1 && !isBeingReturned
        ? [
            {
              rule: once,
              row: payment.id,
              sentence: `${payment.id} holds the money of ${held.length} charges.`
            }
          ]
        : []),
      ...attempts.flatMap((attempt) => attemptFindings(payment, attempt, changes, index))
    ]
  })

/** The states that a charge at the provider may have for a status of its attempt. */
const agreeing: Readonly<Record<string, ReadonlyArray<string>>> = {
  authorized: ["authorized", "expired"],
  captured: ["captured", "refunded"],
  voided: ["voided"],
  returned: ["returned"]
}

const attemptFindings = (
  payment: Payment,
  attempt: Attempt,
  changes: ReadonlyArray<Modification>,
  { names, charges }: ProviderIndex
): ReadonlyArray<Finding> => {
  const own = charges.get(attempt.id) ?? []
  const isChanging = changes.some((row) => row.attempt === attempt.id && row.status === "pending")
  if (!names.has(attempt.provider) && own.length === 0) return []
  if (openAttempts.has(attempt.status) || isChanging) return []
  const charge = own.find(({ state }) => !empty.has(state)) ?? own[0]
  const at = `${attempt.id} is ${attempt.status} and ${charge?.state ?? "absent"} at the provider.`
  const found = (sentence: string): Finding => ({ rule: counterpart, row: attempt.id, sentence })
  const allowed = agreeing[attempt.status]
  if (allowed === undefined) {
    return charge !== undefined && holdsMoney(charge) && !isKept(attempt, changes)
      ? [found(at)]
      : []
  }
  if (charge === undefined || !allowed.includes(charge.state)) {
    // A check of a card with amount zero is captured and holds nothing.
    return BigInt(payment.amount) === 0n ? [] : [found(at)]
  }
  const amount = BigInt(attempt.authorizedAmount ?? attempt.facts.amount)
  return [
    ...(charge.currency === attempt.facts.currency
      ? []
      : [found(`${attempt.id} is in ${attempt.facts.currency}, and ${charge.currency} there.`)]),
    ...(charge.amount === amount
      ? []
      : [found(`${attempt.id} is of ${amount}, and of ${charge.amount} at the provider.`)]),
    ...(attempt.status === "captured" ? takenFindings(payment, charge, found) : [])
  ]
}

const takenFindings = (
  { amountCaptured, amountRefunded }: Payment,
  { captured, refunded }: ProviderCharge,
  found: (sentence: string) => Finding
): ReadonlyArray<Finding> => [
  ...(captured === BigInt(amountCaptured)
    ? []
    : [found(`${amountCaptured} is captured, and ${captured} at the provider.`)]),
  ...(refunded === BigInt(amountRefunded)
    ? []
    : [found(`${amountRefunded} is refunded, and ${refunded} at the provider.`)])
]

/** A late charge keeps its money while its refunds were reversed or refused. */
const isKept = ({ id, status }: Attempt, changes: ReadonlyArray<Modification>): boolean => {
  if (status !== "reversed" && status !== "late_charged") return false
  const own = changes.filter((row) => row.attempt === id && row.purpose === "late_charge")
  const last = own.at(-1)
  return last !== undefined && (last.status === "failed" || last.status === "reversed")
}

const changeRule = "change-counterpart"

/** Checks captures, voids and refunds against those at the provider, in both directions. */
export const changeFindings = (books: Books, index: ProviderIndex): ReadonlyArray<Finding> =>
  books.attempts.flatMap((attempt) => {
    const there = index.changes.get(attempt.id) ?? []
    if (there.length === 0 && !names(index, attempt)) return []
    const rows = books.modificationsOf(attempt.payment).filter((row) => row.attempt === attempt.id)
    const found = (row: string, sentence: string): Finding => ({ rule: changeRule, row, sentence })
    const done = there.filter(({ state }) => state === "succeeded" || state === "pending")
    const unknown = done.filter(
      ({ kind, reference, providerReference }) =>
        kind !== "increment" &&
        !rows.some(
          (row) =>
            row.kind === kind &&
            (row.id === reference || row.providerReference === providerReference)
        )
    )
    return [
      ...unknown.map(({ kind, reference, amount }) =>
        found(reference, `A ${kind} of ${amount} at the provider has no row.`)
      ),
      ...rows.flatMap((row) => {
        const own = there.filter(
          ({ kind, reference, providerReference }) =>
            kind === row.kind &&
            (reference === row.id ||
              (row.origin !== undefined && providerReference === row.providerReference))
        )
        const times = own.filter(({ state }) => state === "succeeded").length
        const isDone = row.status === "succeeded"
        const isTied = row.origin === undefined && row.kind !== "increment"
        return [
          ...(times > 1 ? [found(row.id, `${row.id} was made ${times} times.`)] : []),
          ...(isDone && times === 0 && isTied
            ? [found(row.id, `${row.id} has succeeded, and not at the provider.`)]
            : []),
          ...(isDone && times === 1 && row.kind === "refund" && totalOf(own) !== BigInt(row.amount)
            ? [found(row.id, `${row.id} is of ${row.amount}, and of ${totalOf(own)} there.`)]
            : []),
          ...(row.status === "failed" && times > 0 && isTied
            ? [found(row.id, `${row.id} has failed, and succeeded at the provider.`)]
            : [])
        ]
      })
    ]
  })

const names = ({ names: known }: ProviderIndex, { provider }: Attempt): boolean =>
  known.has(provider)
