import { minuteMs } from "../../kernel/primitives/durations.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { ChargeFound, ChargeLookup } from "../../providers/ChargeOutcome.ts"
import type { PaymentProvider } from "../../providers/PaymentProvider.ts"
import type { AttemptRecord } from "./Attempt.ts"
import {
  actionNobodySaw,
  approvedVerdict,
  lostBecause,
  mismatched,
  notProcessed,
  toVerdict,
  type Verdict,
  withPayer
} from "./toVerdict.ts"

/**
 * Reads what a provider knows of a charge, asked at `now`. What it said to have once is not absent
 * for good, whatever it finds later.
 */
export const readLookup = (
  attempt: AttemptRecord,
  lookup: ChargeLookup,
  provider: PaymentProvider,
  now: Millis
): Verdict => {
  switch (lookup._tag) {
    case "Found":
      return readFound(attempt, lookup, provider)
    case "Absent":
      return readAbsence(attempt, lookup.doubt ?? null, provider, now)
    case "Unavailable":
      return lostBecause(lookup.reason)
  }
}

/** So long after the last send an absence that is in doubt is final at the earliest. */
const doubtMinutes = 30

/**
 * An absence is final once nothing can appear any more: the settle window after the last send or
 * the payer's return, or after the end of their time. What a provider said to have once it may only
 * have mislaid, unless it never was more than a charge that waits for its payer.
 */
const readAbsence = (
  { status, action, sendBefore, providerReference, id }: AttemptRecord,
  doubt: string | null,
  { capabilities }: PaymentProvider,
  now: Millis
): Verdict => {
  const isAway = status === "requires_action" && action !== null
  const since = isAway ? action.expiresAt : sendBefore
  const onlyWaited = action !== null && !action.done
  const mayBeForgotten = onlyWaited || providerReference === id
  const minutes = Math.max(capabilities.settleWindowMinutes, doubt === null ? 0 : doubtMinutes)
  const settlesAt = since + minutes * minuteMs + 1
  if (!mayBeForgotten || now < settlesAt) {
    const lost = lostBecause(doubt ?? "The provider has no such charge yet.")
    return mayBeForgotten && doubt !== null ? { ...lost, settlesAt } : lost
  }
  return doubt === null
    ? notProcessed(true, "The provider has no such charge.")
    : { ...notProcessed(true, doubt), isDoubted: true }
}

const readFound = (
  attempt: AttemptRecord,
  found: ChargeFound,
  provider: PaymentProvider
): Verdict => {
  switch (found.state) {
    case "authorized":
      return approvedVerdict(attempt, found, false)
    case "captured":
      return capturedAtProvider(attempt, found)
    // Taken back before we knew that it was captured: nothing is charged any more.
    case "returned":
    case "declined":
      return toVerdict(
        attempt,
        {
          _tag: "Declined",
          rawCode: found.rawCode ?? "unknown",
          networkCode: found.networkCode ?? null,
          networkAdvice: found.networkAdvice ?? null,
          message: found.message ?? null,
          providerReference: found.providerReference
        },
        provider
      )
    case "requires_action":
      return attempt.status === "requires_action"
        ? withPayer
        : actionNobodySaw(attempt, found.providerReference)
    case "pending":
      return { _tag: "Waiting", providerReference: found.providerReference }
    // Taken back at the provider before we knew of it: nothing is charged any more.
    case "voided":
    case "expired":
    case "refunded":
      return notProcessed(true, `The provider has the charge as ${found.state}.`)
  }
}

/** Of a hold that was captured in part already, the capture is recorded once the hold itself is. */
const capturedAtProvider = (attempt: AttemptRecord, found: ChargeFound): Verdict => {
  const { amount, manualCapture } = attempt.facts
  const isInFull = (found.amountCaptured ?? amount) === amount
  return isInFull || manualCapture ? approvedVerdict(attempt, found, isInFull) : mismatched
}
