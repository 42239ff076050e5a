import { dayMs, hourMs } from "../../kernel/primitives/durations.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import type { InternalEventType } from "../../platform/events/EventRecord.ts"
import { scheduleJob } from "../../platform/jobs/scheduleJob.ts"
import type { Change } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { AttemptRecord } from "../charges/Attempt.ts"
import { lateChargeLeft } from "./lateRefunds.ts"
import type { ModificationRecord } from "./Modification.ts"
import type { ModificationRows } from "./ModificationRows.ts"
import { newModification } from "./newModification.ts"
import { refundHeadroom } from "./refundHeadroom.ts"
import { recordModificationEvent } from "./resources.ts"

/** The reason why the engine returns money without a merchant's request. */
export type ReturnPurpose = Exclude<ModificationRecord["purpose"], "merchant">

const reasons: Readonly<Record<ReturnPurpose, string>> = {
  late_charge: "The charge turned up after its attempt was given up.",
  expired_hold: "The authorisation had expired.",
  ended_subscription: "The subscription had ended when it was charged."
}

/** Returns a new void or refund without a merchant's request, before it is sent. */
export const newMoneyReturn = (
  commit: CommitContext,
  attempt: AttemptRecord,
  {
    purpose,
    ...draft
  }: Pick<ModificationRecord, "kind" | "amount"> & {
    readonly purpose: ReturnPurpose
    readonly failedTries?: number
    readonly reversesSplits?: true
    readonly splits?: NonNullable<ModificationRecord["splits"]>
  }
): ModificationRecord =>
  newModification(commit, attempt, { ...draft, purpose, reason: reasons[purpose] })

/** The delays after each failure of a money return. They add up to about a week. */
const waitsMs = [hourMs, 6 * hourMs, dayMs, dayMs, dayMs, dayMs, dayMs, dayMs]

/** Returns the time of the next try. Null after the last one. */
const retryAt = ({ failedTries = 0 }: ModificationRecord, now: Millis): Millis | null => {
  const wait = waitsMs[failedTries]
  return wait === undefined ? null : now + wait
}

/**
 * Raises an alert when a money return fails, and another when it fails for the last time. In
 * between it is retried. A merchant's own refund or void has its events, and is not retried.
 */
export const moneyReturnFailed = (
  commit: CommitContext,
  moneyReturn: Stored<ModificationRecord>
): ReadonlyArray<Change> => {
  const { id, purpose, failedTries = 0 } = moneyReturn.row
  if (purpose === "merchant") return []
  const at = retryAt(moneyReturn.row, commit.now)
  const alert = (type: InternalEventType) => recordModificationEvent(commit, type, moneyReturn)
  if (at === null) return alert("alert.give_back_abandoned")
  return [
    ...(failedTries === 0 ? alert("alert.give_back_failed") : []),
    scheduleJob(commit, "retry_give_back", id, at)
  ]
}

/**
 * Returns the amount that is still to be returned after a money return failed or came back. Zero if
 * it was returned otherwise, or if a dispute has taken it.
 */
export const amountToReturn = ({
  modification: { row },
  attempt,
  payment,
  lateRefunds = []
}: MoneyReturnRows): bigint => {
  const { purpose, kind, amount } = row
  switch (purpose) {
    case "late_charge":
      if (attempt.row.status !== "late_charged" && attempt.row.status !== "reversed") return 0n
      return kind === "void" ? amount : lateChargeLeft(attempt.row, lateRefunds)
    case "expired_hold":
      return attempt.row.status === "expired" ? amount : 0n
    case "ended_subscription": {
      const headroom = refundHeadroom(payment.row)
      return amount - headroom > 0n ? headroom : amount
    }
    case "merchant":
      return 0n
  }
}

type MoneyReturnRows = Pick<
  ModificationRows,
  "modification" | "attempt" | "payment" | "lateRefunds"
>
