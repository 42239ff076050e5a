import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { type Change, update } from "../../platform/storage/Change.ts"
import type { ChargeFound } from "../../providers/ChargeOutcome.ts"
import { decideModification } from "../captures-voids-refunds/decideModification.ts"
import {
  ModificationCollection,
  type ModificationRecord
} from "../captures-voids-refunds/Modification.ts"
import type { AttemptRecord } from "../charges/Attempt.ts"
import { paymentAlert } from "../charges/paymentEvents.ts"
import { bookExternalModification, type ReleaseNotified } from "./externalRelease.ts"
import type { Hold } from "./Hold.ts"

/** Whether a provider says that money was captured which isn't in the books. */
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
      const booked = payment.row.amountCaptured
      return state === "captured" && (amountCaptured ?? booked) !== booked
    }
    default:
      return false
  }
}

/**
 * Records a capture that the provider made without us, such as one by hand in its dashboard, as an
 * own capture of that amount that succeeded. Where an own capture of just that amount is under way,
 * it is the one. Null where it can't be told or believed how much was captured, and while another
 * capture or a void is under way.
 */
export const bookExternalCapture = (
  commit: CommitContext,
  hold: Hold,
  found: ChargeFound
): ReadonlyArray<Change> | null => {
  const { release } = hold
  const { providerReference } = found
  const amount = amountOf(hold.attempt.row, found)
  if (amount === null) return null
  if (release === null) {
    return bookExternalModification(commit, hold, { kind: "capture", amount }, providerReference)
  }
  if (release.row.kind !== "capture" || release.row.amount !== amount) return null
  const rows = { ...hold, modification: release }
  return decideModification(commit, rows, { _tag: "Succeeded", providerReference })
}

/** How much of a hold was captured; null where the provider doesn't tell, or that can't be. */
const amountOf = (
  { status, facts }: AttemptRecord,
  { state, amount, amountCaptured, currency }: ChargeFound
): bigint | null => {
  if (status !== "authorized" || state !== "captured" || amountCaptured === undefined) return null
  const fits = amount === facts.amount && currency === facts.currency
  return fits && amountCaptured > 0n && amountCaptured <= amount ? amountCaptured : null
}

/**
 * What a notice of captured money comes to: it is booked, or somebody has to look at it. One that
 * tells no amount while an own capture is under way may well be of that: it waits for its answer.
 * An own capture or void that is under way remembers what it was told, should it fail.
 */
export const externalCaptureNotified = (
  commit: CommitContext,
  hold: Hold,
  found: ChargeFound
): ReleaseNotified => {
  const { payment, attempt, release } = hold
  const booked = bookExternalCapture(commit, hold, found)
  if (booked !== null) return { changes: booked, isBooked: true }
  const mayBeOwn = release?.row.kind === "capture" && found.amountCaptured === undefined
  const capturedElsewhere = amountOf(attempt.row, found)
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

/** An amount that was told once is not forgotten over a notice that tells none. */
const remembering = (row: ModificationRecord, amount: bigint | null): ModificationRecord => ({
  ...row,
  capturedElsewhere: amount ?? row.capturedElsewhere ?? null
})
