import { isBefore, type Millis } from "../../kernel/primitives/Timestamp.ts"
import { type ModificationRecord, movesPayment } from "./Modification.ts"
import type { ModificationVerdict } from "./readModification.ts"

/**
 * Returns true if a modification that succeeded or failed for good is now said to have done the
 * opposite. The engine's own void of a hold that is gone has succeeded: nothing is held any more.
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
 * Returns true if a notification of a refund that was reversed says that it was made again after
 * that, so that its money went out. Without times, it may be an old one that arrives late.
 */
export const isMadeAgain = (
  { status, asOf }: ModificationRecord,
  { _tag }: ModificationVerdict,
  occurredAt: Millis | undefined
): boolean => status === "reversed" && _tag === "Succeeded" && isBefore(asOf, occurredAt)
