import { EventCollection } from "../../events/Event.ts"
import type { Setting } from "../../events/newEvent.ts"
import { JobCollection } from "../../jobs/Job.ts"
import type { ChargeFound } from "../../providers/ChargeOutcome.ts"
import { type Change, insert, remove, update } from "../../storage/Change.ts"
import type { AttemptRecord } from "../attempts/Attempt.ts"
import { paymentAlert } from "../paymentAlert.ts"
import type { Hold } from "./loadHold.ts"
import { ModificationCollection } from "./Modification.ts"
import { madeElsewhere } from "./madeElsewhere.ts"
import { modificationEvent } from "./modificationEvent.ts"
import type { ModificationVerdict } from "./readModification.ts"
import { type ModificationRows, settleModification } from "./settleModification.ts"

/** Whether a provider says that money was captured which isn't in the books. */
export const isCapturedElsewhere = (
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
export const captureElsewhere = (
  setting: Setting,
  hold: Hold,
  found: ChargeFound
): ReadonlyArray<Change> | null => {
  const { release } = hold
  const { providerReference } = found
  const amount = amountOf(hold.attempt.row, found)
  if (amount === null) return null
  if (release === null) {
    return madeElsewhere(setting, hold, { kind: "capture", amount }, providerReference)
  }
  if (release.row.kind !== "capture" || release.row.amount !== amount) return null
  const rows = { ...hold, modification: release }
  return settleModification(setting, rows, { _tag: "Succeeded", providerReference })
}

/**
 * Settles a capture, void or refund. A capture or void that fails because its provider captured
 * the hold without us gives way to that capture; of one whose amount nobody told, somebody hears.
 */
export const settleOrGiveWay = (
  setting: Setting,
  rows: ModificationRows,
  verdict: ModificationVerdict
): ReadonlyArray<Change> => {
  const { modification, payment, attempt, job } = rows
  const { kind, status, capturedElsewhere } = modification.row
  const hasFailed = verdict._tag === "Failed" || verdict._tag === "HoldExpired"
  if (!hasFailed || capturedElsewhere === undefined || status !== "pending") {
    return settleModification(setting, rows, verdict)
  }
  const rawCode = verdict._tag === "Failed" ? verdict.rawCode : "hold_expired"
  const failed = { ...modification.row, status: "failed", rawCode, settledAt: setting.now } as const
  const capturedAs = (amount: bigint) =>
    madeElsewhere(setting, rows, { kind: "capture", amount }, attempt.row.providerReference)
  const event = modificationEvent(setting, `${kind}.failed`, failed, modification.version + 1)
  return [
    update(ModificationCollection, modification, failed),
    insert(setting.scope, EventCollection, event),
    ...(job === null ? [] : [remove(JobCollection, job)]),
    ...(capturedElsewhere === null
      ? paymentAlert(setting, "alert.captured_elsewhere", payment)
      : capturedAs(capturedElsewhere))
  ]
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
export const captureNoticed = (
  setting: Setting,
  hold: Hold,
  found: ChargeFound
): ReadonlyArray<Change> => {
  const { payment, attempt, release } = hold
  const mayBeOwn = release?.row.kind === "capture" && found.amountCaptured === undefined
  const capturedElsewhere = amountOf(attempt.row, found)
  const isRemembered = release?.row.status === "pending" && (mayBeOwn || capturedElsewhere !== null)
  return (
    captureElsewhere(setting, hold, found) ?? [
      ...(isRemembered
        ? [update(ModificationCollection, release, { ...release.row, capturedElsewhere })]
        : []),
      ...(mayBeOwn ? [] : paymentAlert(setting, "alert.captured_elsewhere", payment))
    ]
  )
}
