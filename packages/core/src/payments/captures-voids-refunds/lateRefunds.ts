import type { InternalEventType } from "../../platform/events/EventRecord.ts"
import type { AttemptRecord } from "../charges/Attempt.ts"
import { attemptAfter } from "../charges/attemptMachine.ts"
import { authorizedAmount } from "../charges/capturable.ts"
import type { ModificationRecord } from "./Modification.ts"
import type { ModificationRows } from "./ModificationRows.ts"

type LateRows = Pick<ModificationRows, "modification" | "attempt" | "lateRefunds">

/** Returns the part of a late charge that is not refunded or being refunded. */
export const lateChargeLeft = (
  attempt: AttemptRecord,
  refunds: ReadonlyArray<ModificationRecord>
): bigint =>
  refunds
    .filter(({ status }) => status === "pending" || status === "succeeded")
    .reduce((left, { amount }) => left - amount, authorizedAmount(attempt))

/** Returns true if other refunds return the whole late charge. */
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

/** Decides the return of a late charge. The attempt is reversed after all of it is returned. */
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
    // The attempt may be reversed already, if an earlier refund of the charge came back.
    ...(movesAttempt ? { attempt: attemptAfter(attempt.row, "reverse", {}) } : {}),
    ...(kind === "refund" ? { movement: "late_charge_reversal" } : {}),
    events: isWhole ? ["alert.late_charge_reversed"] : []
  }
}
