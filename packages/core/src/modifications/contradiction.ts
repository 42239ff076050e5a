import { isBefore, type Millis } from "../values/Timestamp.ts"
import type { ModificationRecord } from "./Modification.ts"
import type { ModificationVerdict } from "./readModification.ts"

/**
 * Returns true if a modification that succeeded or failed for good is now said to have done the
 * opposite.
 */
export const isContradicted = (
  status: ModificationRecord["status"],
  { _tag }: ModificationVerdict
): boolean =>
  (status === "failed" && _tag === "Succeeded") ||
  (status === "succeeded" && (_tag === "Failed" || _tag === "HoldExpired"))

/**
 * Returns true if a notification of a refund that was reversed says that it was made again after
 * that, so that its money went out. Without times, it may be an old one that arrives late.
 */
export const isMadeAgain = (
  { status, asOf }: ModificationRecord,
  { _tag }: ModificationVerdict,
  occurredAt: Millis | undefined
): boolean => status === "reversed" && _tag === "Succeeded" && isBefore(asOf, occurredAt)
