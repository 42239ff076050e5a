import type { InternalEventType } from "../../platform/events/EventRecord.ts"
import type { AttemptRecord } from "../charges/Attempt.ts"
import { attemptAfter } from "../charges/attemptMachine.ts"
import type { ModificationRecord } from "./Modification.ts"
import type { ModificationRows } from "./ModificationRows.ts"

type LateRows = Pick<ModificationRows, "modification" | "attempt" | "lateRefunds">

/** Returns what of a late charge was neither refunded nor is being refunded. */
export const lateChargeLeft = (
  { facts }: Pick<AttemptRecord, "facts">,
  refunds: ReadonlyArray<ModificationRecord>
): bigint =>
  refunds
    .filter(({ status }) => status === "pending" || status === "succeeded")
    .reduce((left, { amount }) => left - amount, facts.amount)

/** Returns true if other refunds give the whole of a late charge back. */
export const isFullyReturned = ({ modification, attempt, lateRefunds = [] }: LateRows): boolean =>
  modification.row.purpose === "late_charge" &&
  modification.row.kind === "refund" &&
  lateChargeLeft(attempt.row, lateRefunds) <= 0n

/** The effects of a refund or void of a late charge that succeeded. */
interface LateEffects {
  readonly status: "succeeded"
  readonly attempt?: AttemptRecord
  readonly movement?: "late_charge_reversal"
  readonly events: ReadonlyArray<InternalEventType>
}

/** Decides a give-back of a late charge. The attempt is reversed once all is given back. */
export const lateChargeReturned = ({
  modification,
  attempt,
  lateRefunds = []
}: LateRows): LateEffects => {
  const { kind, amount } = modification.row
  const others = lateRefunds.filter(({ status }) => status === "succeeded")
  const isWhole = kind === "void" || amount >= lateChargeLeft(attempt.row, others)
  const movesAttempt = isWhole && attempt.row.status !== "reversed"
  return {
    status: "succeeded",
    // An earlier refund of it may have come back, so it may be reversed already.
    ...(movesAttempt ? { attempt: attemptAfter(attempt.row, "reverse", {}) } : {}),
    ...(kind === "refund" ? { movement: "late_charge_reversal" } : {}),
    events: isWhole ? ["alert.late_charge_reversed"] : []
  }
}
