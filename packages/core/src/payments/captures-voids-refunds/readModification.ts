import { hourMs, minuteMs } from "../../kernel/primitives/durations.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { InternalEventType } from "../../platform/events/EventRecord.ts"
import type {
  ModificationLookup,
  ModificationOutcome
} from "../../providers/ModificationOutcome.ts"
import type { PaymentProvider } from "../../providers/PaymentProvider.ts"
import { storableReason } from "../../providers/storableReason.ts"
import type { ModificationRecord } from "./Modification.ts"

/** A provider's answer, read for a capture, void or refund. */
export type ModificationVerdict =
  | {
      readonly _tag: "Succeeded"
      readonly providerReference: string
      /** The new end of the hold after an increment. Absent if the end stays. */
      readonly holdsUntil?: Millis
    }
  | { readonly _tag: "Failed"; readonly rawCode: string }
  /** A refund came back after its success. */
  | { readonly _tag: "Reversed" }
  /** The hold is gone. `alert` is recorded with its payment. */
  | { readonly _tag: "HoldExpired"; readonly alert?: InternalEventType }
  /** The provider has accepted it and will settle it. */
  | { readonly _tag: "Waiting"; readonly providerReference: string }
  /**
   * It will be sent again. `refused` if the account can't take it for now. It was certainly not
   * carried out, unless it `mayHaveArrived`. Then its provider still knows its reference.
   */
  | { readonly _tag: "NotSent"; readonly refused?: true; readonly mayHaveArrived?: true }
  /** It may have been carried out. `isSaved` if the provider repeats the answer that says so. */
  | { readonly _tag: "Lost"; readonly isSaved?: true }

/** Reads a provider's answer to a capture, void or refund. */
export const readModificationOutcome = (outcome: ModificationOutcome): ModificationVerdict => {
  switch (outcome._tag) {
    case "Succeeded":
      return {
        _tag: "Succeeded",
        providerReference: outcome.providerReference,
        ...(outcome.holdsUntil == null ? {} : { holdsUntil: outcome.holdsUntil })
      }
    case "Failed":
      return { _tag: "Failed", rawCode: storableReason(outcome.rawCode) }
    case "HoldExpired":
      return { _tag: "HoldExpired" }
    case "Pending":
      return { _tag: "Waiting", providerReference: outcome.providerReference }
    case "AccountUnavailable":
      return { _tag: "NotSent", refused: true }
    case "NotSent":
      return { _tag: "NotSent" }
    case "Unknown":
      return { _tag: "Lost", ...(outcome.isSaved === true ? { isSaved: true } : {}) }
  }
}

type Found = Extract<ModificationLookup, { readonly _tag: "Found" }>

/** Reads the state that a provider has under our reference. */
export const readModificationFound = (found: Found): ModificationVerdict => {
  switch (found.state) {
    case "succeeded":
      return { _tag: "Succeeded", providerReference: found.providerReference }
    case "failed":
      return { _tag: "Failed", rawCode: storableReason(found.rawCode ?? "unknown") }
    case "hold_expired":
      return { _tag: "HoldExpired" }
    case "reversed":
      return { _tag: "Reversed" }
    case "pending":
      return { _tag: "Waiting", providerReference: found.providerReference }
  }
}

/**
 * The time in milliseconds after its decision when a capture, void or refund isn't sent any more.
 */
export const sendModificationWithinMs = minuteMs

/**
 * Reads a look-up, made at `now`, of an operation that was sent before. If the provider doesn't
 * have it, it is sent again under the same reference. That is safe while the provider still
 * remembers the first sending. After the settle window since the last sending, the absence is
 * final. An operation that the provider once had is never sent again, whatever a later look-up
 * says.
 */
export const readModificationLookup = (
  modification: ModificationRecord,
  lookup: ModificationLookup,
  { capabilities }: PaymentProvider,
  now: Millis
): ModificationVerdict => {
  if (lookup._tag === "Found") return readModificationFound(lookup)
  if (modification.origin === "provider") return { _tag: "Lost" }
  const sentMs = now - (modification.lastSentAt ?? now)
  const remembersUntil = modification.created + capabilities.dedupesForHours * hourMs
  const isRemembered = now + sendModificationWithinMs < remembersUntil
  const again: ModificationVerdict = isRemembered
    ? { _tag: "NotSent", mayHaveArrived: true }
    : { _tag: "Lost" }
  if (!capabilities.lookup) return again
  if (lookup._tag === "Unavailable" || modification.providerReference !== null) {
    return { _tag: "Lost" }
  }
  const isFinal = sentMs > sendModificationWithinMs + capabilities.settleWindowMinutes * minuteMs
  return isFinal ? { _tag: "NotSent" } : again
}
