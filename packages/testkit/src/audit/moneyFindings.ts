import {
  type AttemptRecord,
  type AttemptStatus,
  isInFlight,
  type LedgerGroup,
  type ModificationRecord,
  type PaymentRecord,
  type PaymentStatus
} from "@payloom/core"
import type { BankChargeView } from "../sandbox/SandboxBank.ts"
import type { PaymentFile } from "./PaymentFile.ts"
import { splitFindings, splitsDue } from "./splitFindings.ts"

const gone: ReadonlyArray<AttemptStatus> = ["declined", "failed", "late_charged", "reversed"]

/** The allowed statuses of the last attempt for each status of a payment. */
const lastAttempts: Readonly<Record<PaymentStatus, ReadonlyArray<AttemptStatus>>> = {
  created: [],
  requires_payment: [],
  authenticating: gone,
  processing: ["pending", "requires_action", "unknown"],
  authorized: ["authorized"],
  succeeded: ["captured"],
  partially_captured: ["captured"],
  partially_refunded: ["captured"],
  refunded: ["captured"],
  declined: gone,
  failed: [...gone, "returned"],
  voided: ["voided"],
  expired: ["expired"],
  canceled: []
}

/** Checks that a payment has a decline if it was declined or failed, and has none otherwise. */
export const declineFindings = ({
  status,
  decline
}: Pick<PaymentRecord, "status" | "decline">): ReadonlyArray<string> => {
  const saysWhy = status === "declined" || status === "failed"
  if (saysWhy === (decline !== null)) return []
  return [saysWhy ? "does not say why it was declined" : `has a decline, though it is ${status}`]
}

/** Checks that the bank, the ledger and the payment's own amounts agree. */
export const moneyFindings = (file: PaymentFile): ReadonlyArray<string> => [
  ...statusFindings(file),
  ...declineFindings(file.payment),
  ...amountFindings(file),
  ...ledgerFindings(file),
  ...splitFindings(file),
  ...file.attempts.flatMap((attempt) => bankFindings(file, attempt))
]

const statusFindings = ({ payment, attempts }: PaymentFile): ReadonlyArray<string> => {
  const last = attempts.at(-1)
  const allowed = lastAttempts[payment.status]
  const agrees = last === undefined ? isWithoutAttempt(payment) : allowed.includes(last.status)
  return agrees ? [] : [`its last attempt is ${last?.status ?? "missing"}`]
}

const unsent: ReadonlySet<PaymentStatus> = new Set([
  "requires_payment",
  "authenticating",
  "expired",
  "canceled"
])

/** A payer who failed to authenticate is declined before an attempt is made. */
const isWithoutAttempt = ({ status, checkoutSession }: PaymentRecord): boolean =>
  unsent.has(status) || (status === "declined" && checkoutSession !== null)

const totalOf = (rows: ReadonlyArray<{ readonly amount: bigint }>): bigint =>
  rows.reduce((sum, { amount }) => sum + amount, 0n)

const isRefund = ({ kind, purpose }: ModificationRecord): boolean =>
  kind === "refund" && (purpose === "merchant" || purpose === "ended_subscription")

const amountFindings = ({
  payment,
  modifications,
  attempts
}: PaymentFile): ReadonlyArray<string> => {
  // If a provider took back a capture, earlier refunds of this capture went out in addition.
  const isReturned = attempts.at(-1)?.status === "returned"
  const refunds = modifications.filter(isRefund)
  const done = totalOf(refunds.filter(({ status }) => status === "succeeded"))
  const pending = totalOf(refunds.filter(({ status }) => status === "pending"))
  const { amountCaptured, amountRefunded, amountReserved } = payment
  const live = modifications.filter(
    ({ kind, purpose, status }) =>
      (kind === "capture" || kind === "void") && purpose === "merchant" && status !== "failed"
  )
  const ending = live.filter(({ keepsRest }) => keepsRest !== true)
  const captures = live.filter(({ kind, status }) => kind === "capture" && status === "succeeded")
  const isByCaptures = captures.length > 0 && !isReturned
  return [
    ...(amountRefunded === done ? [] : [`amount_refunded is ${amountRefunded}, not ${done}`]),
    ...(amountReserved === done + pending ? [] : [`${amountReserved} is reserved for refunds`]),
    // A refund before a dispute can pay out the same money twice.
    ...(amountReserved <= amountCaptured || isReturned
      ? []
      : ["more is refunded than was captured"]),
    ...(ending.length <= 1 ? [] : ["has several captures or voids"]),
    ...(isByCaptures && totalOf(captures) !== amountCaptured
      ? [`its captures add up to ${totalOf(captures)}, and amount_captured is ${amountCaptured}`]
      : []),
    ...capturableFindings(payment, attempts.at(-1))
  ]
}

/** Checks that no more is left to capture than was authorized and not captured. */
const capturableFindings = (
  { amountCapturable = 0n, amountCaptured }: PaymentRecord,
  attempt: AttemptRecord | undefined
): ReadonlyArray<string> => {
  const held = (attempt === undefined ? 0n : chargedAmount(attempt)) - amountCaptured
  return amountCapturable <= 0n || amountCapturable <= held
    ? []
    : [`amount_capturable is ${amountCapturable}, and ${held} is held`]
}

/** Returns the amount that was approved or raised in the end. */
const chargedAmount = ({ facts, authorizedAmount }: AttemptRecord): bigint =>
  authorizedAmount ?? facts.amount

const moved = (groups: ReadonlyArray<LedgerGroup>, kind: LedgerGroup["kind"]): bigint =>
  totalOf(
    groups
      .filter((group) => group.kind === kind)
      .flatMap(({ entries }) => entries)
      .filter(({ amount }) => amount > 0n)
  )

/** Returns the amount of the disputes whose money is in one of the given states. */
const takenByDisputes = (disputes: PaymentFile["disputes"], ...money: ReadonlyArray<string>) =>
  totalOf(disputes.filter((dispute) => money.includes(dispute.money)))

const ledgerFindings = (file: PaymentFile): ReadonlyArray<string> => {
  const { payment, groups, disputes } = file
  const captured = moved(groups, "capture") - moved(groups, "capture_return")
  const refunded = moved(groups, "refund") - moved(groups, "refund_reversal")
  const disputed = moved(groups, "dispute_hold") - moved(groups, "dispute_release")
  const taken = takenByDisputes(disputes, "held", "lost")
  const lost = moved(groups, "dispute_loss")
  const split = moved(groups, "split") - moved(groups, "split_reversal")
  const due = splitsDue(file)
  return [
    ...(split === due ? [] : [`the ledger has ${split} split off, not ${due}`]),
    ...(captured === payment.amountCaptured ? [] : [`the ledger has ${captured} captured`]),
    ...(refunded === payment.amountRefunded ? [] : [`the ledger has ${refunded} refunded`]),
    ...(disputed === payment.amountDisputed ? [] : [`the ledger has ${disputed} disputed`]),
    ...(taken === disputed ? [] : [`its disputes take ${taken}, and the ledger has ${disputed}`]),
    ...(lost === takenByDisputes(disputes, "lost") ? [] : [`the ledger has ${lost} lost`]),
    ...(payment.disputed === disputed > 0n ? [] : [`disputed is ${payment.disputed}`])
  ]
}

const holdsMoney = ({ state, amount }: BankChargeView): boolean =>
  amount > 0n && (state === "authorized" || state === "captured")

const bankFindings = (file: PaymentFile, attempt: AttemptRecord): ReadonlyArray<string> => {
  const charge = file.charges.find(({ reference }) => reference === attempt.id)
  const isChanging = file.modifications.some(
    (row) => row.attempt === attempt.id && row.status === "pending"
  )
  if (isInFlight(attempt) || isChanging) return []
  if (charge === undefined && file.providers?.has(attempt.provider) === false) return []
  const state = charge?.state ?? "absent"
  const at = `${attempt.id} is ${attempt.status} and ${state} at the bank`
  switch (attempt.status) {
    case "captured":
      return charge === undefined ? [at] : capturedFindings(file.payment, charge, at)
    case "returned":
      return state === "returned" ? [] : [at]
    case "authorized":
      return state === "authorized" || state === "expired" ? [] : [at]
    case "voided":
      return state === "voided" ? [] : [at]
    case "expired":
      return charge !== undefined && (holdsMoney(charge) || state === "refunded") ? [at] : []
    case "reversed":
      return (charge !== undefined && holdsMoney(charge)) === isKept(file, attempt) ? [] : [at]
    case "declined":
    case "failed":
      return charge !== undefined && holdsMoney(charge) ? [at] : []
    default:
      return []
  }
}

/** A late charge keeps its money if its refunds were reversed, until other refunds succeed. */
const isKept = ({ modifications }: PaymentFile, attempt: AttemptRecord): boolean => {
  const own = modifications.filter(
    (row) => row.attempt === attempt.id && row.purpose === "late_charge"
  )
  const refunds = own.filter(({ kind }) => kind === "refund")
  if (refunds.length > 0) return !isRefundedInFull(attempt, refunds)
  const last = own.at(-1)
  return last?.status === "reversed" || last?.status === "failed"
}

/**
 * Returns true if the refunds that succeeded or are pending cover the whole amount of the attempt.
 */
export const isRefundedInFull = (
  attempt: AttemptRecord,
  refunds: ReadonlyArray<ModificationRecord>
): boolean => {
  const live = refunds.filter(({ status }) => status === "succeeded" || status === "pending")
  return totalOf(live) >= chargedAmount(attempt)
}

const capturedFindings = (
  { amount, amountCaptured, amountRefunded }: PaymentRecord,
  charge: BankChargeView,
  at: string
): ReadonlyArray<string> => {
  if (amount === 0n) return []
  return [
    ...(charge.state === "captured" || charge.state === "refunded" ? [] : [at]),
    ...(charge.captured === amountCaptured ? [] : [`the bank has ${charge.captured} captured`]),
    ...(charge.refunded === amountRefunded ? [] : [`the bank has ${charge.refunded} refunded`])
  ]
}
