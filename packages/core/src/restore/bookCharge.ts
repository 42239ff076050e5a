import { Effect, Option } from "effect"
import { isInFlight } from "../payments/charges/Attempt.ts"
import { type AttemptRows, loadAttempt } from "../payments/charges/AttemptRows.ts"
import { readLookup } from "../payments/charges/readLookup.ts"
import { recoverAttempt } from "../payments/charges/recoverAttempt.ts"
import { applyVerdict } from "../payments/charges/runCharge.ts"
import { retryConflicts } from "../platform/storage/retryConflicts.ts"
import { currentCommitContext } from "../platform/tenants/accountSettings.ts"
import type { ChargeFound } from "../providers/ChargeOutcome.ts"
import { type AccountBooks, addFinding, bookNotification } from "./AccountBooks.ts"

/**
 * Compares a charge with its provider's present state, and books the difference. A charge that was
 * refunded meanwhile is booked as captured first, if its refunds are listed.
 */
export const bookCharge = Effect.fnUntraced(function* (
  books: AccountBooks,
  found: AttemptRows,
  reported: ChargeFound
) {
  const { id } = found.attempt.row
  // A report changes nothing, so the difference that it has already would be found again.
  if (books.reportOnly && books.compared.has(id)) return
  books.compared.add(id)
  const isRefunded = books.listsRefunds && reported.state === "refunded"
  const charge: ChargeFound = isRefunded ? { ...reported, state: "captured" } : reported
  const wasInFlight = isInFlight(found.attempt.row)
  if (agrees(found, charge)) return
  const finding = {
    kind: wasInFlight ? ("settled" as const) : ("changed" as const),
    reference: id,
    payment: found.payment.row.id,
    amount: charge.amount,
    currency: charge.currency,
    state: reported.state
  }
  if (books.reportOnly) return addFinding(books, finding)
  const rows = wasInFlight ? yield* settle(books, found, charge) : found
  if (agrees(rows, charge)) return addFinding(books, finding)
  if (isInFlight(rows.attempt.row)) {
    return addFinding(books, finding, "It is still in flight: its job looks it up later.")
  }
  const obstacle = yield* bookNotification(books, {
    _tag: "Charge",
    id: `reconcile_${charge.providerReference}_${charge.state}_${charge.amountCaptured ?? ""}`,
    reference: rows.attempt.row.id,
    charge
  })
  const rest = obstacle === null ? null : `It can't be booked (${obstacle}): see its alert.`
  addFinding(books, finding, rest)
})

/** Decides an attempt in flight by the provider's state, as its job would. */
const settle = Effect.fnUntraced(function* (
  { scope, provider }: AccountBooks,
  found: AttemptRows,
  charge: ChargeFound
) {
  const { now, apiVersion } = yield* currentCommitContext(scope)
  const verdict = readLookup(found.attempt.row, charge, provider, now)
  const inFlight = { rows: found, provider, remainingTargets: [], apiVersion, isAnswer: true }
  yield* applyVerdict(inFlight, verdict)
  return yield* again(found)
})

/** Looks an attempt in flight up that the provider does not have, as its job would. */
export const recoverInFlight = Effect.fnUntraced(function* (books: AccountBooks, id: string) {
  yield* retryConflicts(
    Effect.gen(function* () {
      const found = yield* loadAttempt(books.scope, id)
      if (Option.isSome(found) && found.value.job !== null) yield* recoverAttempt(found.value.job)
    })
  )
})

const again = Effect.fnUntraced(function* ({ attempt }: AttemptRows) {
  return yield* Effect.orDie(Effect.fromOption(yield* loadAttempt(attempt.scope, attempt.row.id)))
})

/** Returns true if the books have a charge as its provider does. */
const agrees = ({ attempt, payment }: AttemptRows, found: ChargeFound): boolean => {
  const { state, amountCaptured } = found
  const { amountCaptured: booked, amountRefunded } = payment.row
  switch (attempt.row.status) {
    case "captured":
      if (attempt.row.facts.amount === 0n) return true
      if (state === "refunded") return amountRefunded === booked && booked > 0n
      return state === "captured" && (amountCaptured ?? booked) === booked
    case "authorized":
      return state === "authorized"
    case "pending":
    case "unknown":
      return state === "pending"
    case "requires_action":
      return state === "requires_action" || state === "pending"
    case "returned":
      return state === "returned"
    case "declined":
    case "failed":
      return state !== "captured" && state !== "authorized"
    case "voided":
    case "expired":
      return state !== "captured"
    case "late_charged":
    case "reversed":
      return true
  }
}
