import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { type Change, update } from "../../platform/storage/Change.ts"
import type { ChargeFound } from "../../providers/ChargeOutcome.ts"
import { decideModification } from "../captures-voids-refunds/decideModification.ts"
import {
  ModificationCollection,
  type ModificationRecord
} from "../captures-voids-refunds/Modification.ts"
import { authorizedAmount, capturableOf, mostCapturable } from "../charges/capturable.ts"
import { paymentAlert } from "../charges/paymentEvents.ts"
import { bookExternalModification, type ReleaseNotified } from "./externalRelease.ts"
import type { Hold } from "./Hold.ts"

/** True if a provider reports a capture that isn't booked. */
export const isExternalCapture = (
  { payment, attempt }: Pick<Hold, "payment" | "attempt">,
  { state, amountCaptured }: ChargeFound
): boolean => {
  switch (attempt.row.status) {
    case "authorized":
    case "voided":
    case "expired":
      return state === "captured" || state === "refunded"
    case "captured": {
      const { amountCaptured: booked, capturedInParts } = payment.row
      const told = amountCaptured ?? booked
      // A report about an earlier part may come after a later part.
      const isEarlier = capturedInParts === true && told < booked
      return state === "captured" && told !== booked && !isEarlier
    }
    default:
      return false
  }
}

/**
 * Records an external capture, such as one by hand in the provider's dashboard, as a succeeded
 * capture of that amount. If a capture of the same amount is in progress, the report counts as its
 * success. Returns null if the captured amount is missing or impossible, or if another capture or a
 * void is in progress.
 */
export const bookExternalCapture = (
  commit: CommitContext,
  hold: Hold,
  found: ChargeFound
): ReadonlyArray<Change> | null => {
  const { release } = hold
  const { providerReference } = found
  const amount = amountOf(hold, found)
  if (amount === null) return null
  if (release === null) {
    return bookExternalModification(commit, hold, { kind: "capture", amount }, providerReference)
  }
  if (release.row.kind !== "capture" || release.row.amount !== amount) return null
  const rows = { ...hold, modification: release }
  return decideModification(commit, rows, { _tag: "Succeeded", providerReference })
}

/**
 * Returns the amount of a hold that was captured beside the booked captures. Null if the provider
 * doesn't report it, or if it is impossible.
 */
const amountOf = (
  { payment, attempt }: Pick<Hold, "payment" | "attempt">,
  { state, amount, amountCaptured, currency }: ChargeFound
): bigint | null => {
  const held = capturableOf(payment.row)
  if (held === 0n || state !== "captured" || amountCaptured === undefined) return null
  const fits = amount === authorizedAmount(attempt.row) && currency === attempt.row.facts.currency
  const more = amountCaptured - payment.row.amountCaptured
  return fits && more > 0n && more <= mostCapturable(payment.row, attempt.row) ? more : null
}

/**
 * Returns the changes of a notification about an external capture: it is booked, or an alert is
 * raised. A notification without an amount may be about our own capture in progress, so that
 * capture's answer decides. A capture or void in progress stores the report, in case it fails.
 */
export const externalCaptureNotified = (
  commit: CommitContext,
  hold: Hold,
  found: ChargeFound
): ReleaseNotified => {
  const { payment, release } = hold
  const booked = bookExternalCapture(commit, hold, found)
  if (booked !== null) return { changes: booked, isBooked: true }
  const mayBeOwn = release?.row.kind === "capture" && found.amountCaptured === undefined
  const capturedElsewhere = amountOf(hold, found)
  const isRemembered = release?.row.status === "pending" && (mayBeOwn || capturedElsewhere !== null)
  return {
    changes: [
      ...(isRemembered
        ? [update(ModificationCollection, release, remembering(release.row, capturedElsewhere))]
        : []),
      ...(mayBeOwn ? [] : paymentAlert(commit, "alert.captured_elsewhere", payment))
    ],
    isBooked: isRemembered || mayBeOwn
  }
}

/** A notification without an amount does not replace a known amount. */
const remembering = (row: ModificationRecord, amount: bigint | null): ModificationRecord => ({
  ...row,
  capturedElsewhere: amount ?? row.capturedElsewhere ?? null
})
