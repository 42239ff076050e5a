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
  waitingFor,
  withPayer
} from "./toVerdict.ts"

/**
 * Reads the answer to a look-up made at `now`. A charge that the provider has once reported is
 * never taken for absent by a later look-up.
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

/** Minutes after the last send before a doubtful absence may be final. */
const doubtMinutes = 30

/**
 * An absence is final when no charge can appear any more: a settle window after the last send, the
 * payer's return or the end of the payer's time. It is looked up then, so nobody waits longer. A
 * charge that the provider has once reported may only be mislaid, unless it did no more than wait
 * for its payer.
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
    return mayBeForgotten ? { ...lost, settlesAt } : lost
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
      return approvedVerdict(attempt, found, false, provider)
    case "captured":
      return capturedAtProvider(attempt, found, provider)
    // Returned before the capture was known here: nothing is charged any more.
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
      return waitingFor(found)
    // Ended at the provider before the charge was known here: nothing is charged any more.
    case "voided":
    case "expired":
    case "refunded":
      return notProcessed(true, `The provider has the charge as ${found.state}.`)
  }
}

/** A hold that was captured in part is recorded first, and its capture after that. */
const capturedAtProvider = (
  attempt: AttemptRecord,
  found: ChargeFound,
  provider: PaymentProvider
): Verdict => {
  const isInFull = (found.amountCaptured ?? found.amount) === found.amount
  return isInFull || attempt.facts.manualCapture
    ? approvedVerdict(attempt, found, isInFull, provider)
    : mismatched
}
