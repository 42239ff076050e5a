import type { Audited } from "../Audited.ts"
import type { Finding } from "../Finding.ts"
import type { ProviderChange, ProviderCharge } from "../ProviderBooks.ts"
import { type Books, booksOf, type ProviderIndex, providerIndex } from "../rows/Books.ts"
import type { Attempt, Modification, Payment } from "../rows/rowTypes.ts"
import { openAttempts, totalOf } from "./money.ts"

const counterpart = "charge-counterpart"
const once = "charged-once"

/** States of a charge in which no money is held or taken. */
const empty: ReadonlySet<string> = new Set(["requires_action", "declined"])

/**
 * States of a charge in which no money is left. A store that was restored from a backup may lack
 * the attempt of such a charge.
 */
const over: ReadonlySet<string> = new Set(["voided", "expired", "returned"])

const holdsMoney = ({ state, amount, captured, refunded }: ProviderCharge): boolean =>
  amount > 0n &&
  (state === "authorized" || (state === "captured" && captured > 0n && captured > refunded))

/** Checks that each charge at a provider has one attempt, and no reference was charged twice. */
export const unknownCharges = (audited: Audited): ReadonlyArray<Finding> => {
  const index = providerIndex(audited.providers)
  if (index === null) return []
  const known = new Map<string, number>()
  for (const { attempts } of booksOf(audited)) {
    for (const { id } of attempts) known.set(id, (known.get(id) ?? 0) + 1)
  }
  return referenceFindings(index, known)
}

/** Compares the references of charges with the numbers of their attempts. */
export const referenceFindings = (
  index: ProviderIndex,
  known: ReadonlyMap<string, number>
): ReadonlyArray<Finding> =>
  [...index.charges].flatMap(([reference, charges]) => {
    const made = charges.filter(({ state }) => !empty.has(state)).length
    const rows = known.get(reference) ?? 0
    const isNeeded = charges.some(({ state }) => !empty.has(state) && !over.has(state))
    const isWrong = rows === 0 ? isNeeded : rows > 1 && made > 0
    const found = (rule: string, sentence: string): Finding => ({ rule, row: reference, sentence })
    return [
      ...(isWrong
        ? [found(counterpart, `A charge of ${reference} at the provider has ${rows} attempts.`)]
        : []),
      ...(made > 1 ? [found(once, `${reference} was charged ${made} times at the provider.`)] : [])
    ]
  })

/** Checks each payment's attempts against the charges at the provider. */
export const chargeFindings = (books: Books, index: ProviderIndex): ReadonlyArray<Finding> => {
  const { mismatched, contradicted } = books
  const isMismatched = ({ id }: Attempt) => mismatched.has(id) || contradicted.has(id)
  return books.payments.flatMap((payment) => {
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
      ...attempts.flatMap((attempt) =>
        attemptFindings(payment, attempt, changes, { index, isDecided: isMismatched(attempt) })
      )
    ]
  })
}

/** The states that a charge at the provider may have for a status of its attempt. */
const agreeing: Readonly<Record<string, ReadonlyArray<string>>> = {
  authorized: ["authorized", "expired"],
  captured: ["captured", "refunded"],
  voided: ["voided"],
  // The rest of a hold may have expired since its captured part was returned.
  returned: ["returned", "expired"]
}

const attemptFindings = (
  payment: Payment,
  attempt: Attempt,
  changes: ReadonlyArray<Modification>,
  how: {
    readonly index: ProviderIndex
    /** The provider charged another amount, and an operator decided with the alert at hand. */
    readonly isDecided: boolean
  }
): ReadonlyArray<Finding> => {
  const { names, charges } = how.index
  const own = charges.get(attempt.id) ?? []
  const isChanging = changes.some((row) => row.attempt === attempt.id && row.status === "pending")
  if (!names.has(attempt.provider) && own.length === 0) return []
  if (openAttempts.has(attempt.status) || isChanging) return []
  const charge = own.find(({ state }) => !empty.has(state)) ?? own[0]
  const at = `${attempt.id} is ${attempt.status} and ${charge?.state ?? "absent"} at the provider.`
  const found = (sentence: string): Finding => ({ rule: counterpart, row: attempt.id, sentence })
  const allowed = agreeing[attempt.status]
  if (allowed === undefined) {
    const isHeld = charge !== undefined && holdsMoney(charge)
    const wasTaken = attempt.status === "expired" && charge?.state === "refunded"
    const isRight =
      attempt.status === "reversed"
        ? isHeld === isKept(attempt, changes)
        : attempt.status === "late_charged" || (!isHeld && !wasTaken)
    return isRight ? [] : [found(at)]
  }
  if (charge === undefined || !allowed.includes(charge.state)) {
    // A check of a card with amount zero is captured and holds nothing.
    return BigInt(payment.amount) === 0n ? [] : [found(at)]
  }
  const amount = BigInt(attempt.authorizedAmount ?? attempt.facts.amount)
  if (how.isDecided) return []
  return [
    ...(charge.currency === attempt.facts.currency
      ? []
      : [found(`${attempt.id} is in ${attempt.facts.currency}, and ${charge.currency} there.`)]),
    ...(charge.amount === amount || changes.some(({ kind }) => kind === "increment")
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

/** A late charge keeps its money if its refunds were reversed or refused, until others succeed. */
const isKept = (
  { id, authorizedAmount, facts }: Attempt,
  changes: ReadonlyArray<Modification>
): boolean => {
  const own = changes.filter((row) => row.attempt === id && row.purpose === "late_charge")
  const refunds = own.filter(({ kind }) => kind === "refund")
  const last = own.at(-1)
  if (refunds.length === 0) return last?.status === "failed" || last?.status === "reversed"
  const live = refunds.filter(({ status }) => status === "succeeded" || status === "pending")
  return totalOf(live) < BigInt(authorizedAmount ?? facts.amount)
}

/** Checks captures, voids and refunds against those at the provider, in both directions. */
export const changeFindings = (books: Books, index: ProviderIndex): ReadonlyArray<Finding> => {
  const kept = new Set(books.versions("kept_notices").map(({ doc }) => doc.payment))
  const manual = new Set(
    books.payments.filter((row) => row.captureMethod === "manual").map(({ id }) => id)
  )
  return books.attempts.flatMap((attempt) => {
    const there = index.changes.get(attempt.id) ?? []
    if (there.length === 0 && !index.names.has(attempt.provider)) return []
    const rows = books.modificationsOf(attempt.payment).filter((row) => row.attempt === attempt.id)
    const charges = index.charges.get(attempt.id) ?? []
    const isExpired = charges.some(({ state }) => state === "expired")
    return [
      // A notification that could not be booked is kept, with an alert.
      ...(kept.has(attempt.payment)
        ? []
        : unbooked(attempt, rows, manual.has(attempt.payment) ? there : there.filter(hasOwnRow))),
      ...rows.flatMap((row) => rowFindings(row, rows, there, { attempt, isExpired }))
    ]
  })
}

const changeFound = (row: string, sentence: string): Finding => ({
  rule: "change-counterpart",
  row,
  sentence
})

const isSame = (row: Modification, change: ProviderChange): boolean =>
  row.kind === change.kind &&
  (row.id === change.reference || row.providerReference === change.providerReference)

/** A payment that is captured with its charge has no row for the capture. */
const hasOwnRow = ({ kind }: ProviderChange): boolean => kind !== "capture"

const isMoney = ({ kind, state }: ProviderChange): boolean =>
  kind !== "increment" && (state === "succeeded" || state === "pending")

/** A capture that the provider took back has failed here. There, its charge is returned. */
const isTakenBack = ({ kind }: Modification, { status }: Attempt): boolean =>
  kind === "capture" && status === "returned"

/** A change that was made at the provider, even if its money came back. */
const wasMade = (row: Modification, attempt: Attempt): boolean =>
  row.status === "succeeded" || isTakenBack(row, attempt)

/** A change in the provider's dashboard has a row without its reference, but with its amount. */
const isExternal = (row: Modification, change: ProviderChange): boolean =>
  row.kind === change.kind && (row.kind === "void" || BigInt(row.amount) === change.amount)

const unbooked = (
  attempt: Attempt,
  rows: ReadonlyArray<Modification>,
  there: ReadonlyArray<ProviderChange>
): ReadonlyArray<Finding> => {
  const unpaired = rows
    .filter((row) => wasMade(row, attempt))
    .filter((row) => !there.some((change) => isSame(row, change)))
  return there
    .filter(isMoney)
    .filter((change) => !rows.some((row) => isSame(row, change)))
    .filter((change) => !unpaired.some((row) => isExternal(row, change)))
    .map(({ kind, reference, amount }) =>
      changeFound(reference, `A ${kind} of ${amount} at the provider has no row.`)
    )
}

/** The states of a change that was made. A reversed refund was paid out and came back. */
const madeStates: ReadonlySet<string> = new Set(["pending", "succeeded", "reversed"])

const rowFindings = (
  row: Modification,
  rows: ReadonlyArray<Modification>,
  there: ReadonlyArray<ProviderChange>,
  { attempt, isExpired }: { readonly attempt: Attempt; readonly isExpired: boolean }
): ReadonlyArray<Finding> => {
  const same = there.filter((change) => isSame(row, change))
  const own = same.filter(({ state }) => state === "succeeded")
  const made = same.filter(({ state }) => madeStates.has(state))
  const strange = there.filter((change) => !rows.some((other) => isSame(other, change)))
  const isTied = row.origin === undefined && row.kind !== "increment"
  const isAbsent =
    row.status === "succeeded" &&
    own.length === 0 &&
    // A hold that has expired may be gone before it is voided.
    row.purpose !== "expired_hold" &&
    !(row.kind === "void" && isExpired) &&
    !strange.some((change) => isExternal(row, change))
  return [
    ...(made.length > 1 ? [changeFound(row.id, `${row.id} was made ${made.length} times.`)] : []),
    ...(isTied && isAbsent
      ? [changeFound(row.id, `${row.id} has succeeded, and not at the provider.`)]
      : []),
    ...(own.length === 1 && row.kind === "refund" && totalOf(own) !== BigInt(row.amount)
      ? [changeFound(row.id, `${row.id} is of ${row.amount}, and of ${totalOf(own)} there.`)]
      : []),
    ...(isTied && row.status === "failed" && own.length > 0 && !isTakenBack(row, attempt)
      ? [changeFound(row.id, `${row.id} has failed, and succeeded at the provider.`)]
      : [])
  ]
}
