import { isBefore, type Millis } from "../../kernel/primitives/Timestamp.ts"
import { type ModificationRecord, movesPayment } from "./Modification.ts"
import type { ModificationVerdict } from "./readModification.ts"

/**
 * Returns true if a modification that succeeded or failed for good is now reported to have done the
 * opposite. If the engine voids a hold that is gone, the void has succeeded, because nothing is
 * held any more.
 */
export const isContradicted = (
  modification: ModificationRecord,
  { _tag }: ModificationVerdict
): boolean => {
  const { status } = modification
  if (status === "failed") return _tag === "Succeeded"
  if (status !== "succeeded") return false
  return _tag === "Failed" || (_tag === "HoldExpired" && movesPayment(modification))
}

/**
 * Returns true if a reversed refund is reported to have succeeded after the reversal, so that its
 * money left again. Without times, the notification may be an old one that arrives late.
 */
export const isMadeAgain = (
  { status, asOf }: ModificationRecord,
  { _tag }: ModificationVerdict,
  occurredAt: Millis | undefined
): boolean => status === "reversed" && _tag === "Succeeded" && isBefore(asOf, occurredAt)
