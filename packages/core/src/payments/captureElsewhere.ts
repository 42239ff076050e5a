import { EventCollection } from "../events/Event.ts"
import { paymentEvent, type Setting } from "../events/eventsFor.ts"
import type { ChargeFound } from "../providers/ChargeOutcome.ts"
import { type Change, check, insert, inserted } from "../storage/Change.ts"
import type { AttemptRecord } from "./Attempt.ts"
import type { Hold } from "./loadHold.ts"
import { ModificationCollection } from "./Modification.ts"
import { newModification } from "./newModification.ts"
import { PaymentCollection } from "./Payment.ts"
import { settleModification } from "./settleModification.ts"

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
  const { attempt, release } = hold
  const { scope } = setting
  const amount = amountOf(attempt.row, found)
  if (amount === null) return null
  if (release !== null && (release.row.kind !== "capture" || release.row.amount !== amount)) {
    return null
  }
  const row = newModification(setting, attempt.row, {
    kind: "capture",
    purpose: "merchant",
    amount
  })
  const rows = { ...hold, modification: release ?? inserted(scope, row) }
  const { providerReference } = found
  return [
    ...(release === null ? [insert(scope, ModificationCollection, row)] : []),
    ...settleModification(setting, rows, { _tag: "Succeeded", providerReference })
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
 */
export const captureNoticed = (
  setting: Setting,
  hold: Hold,
  found: ChargeFound
): ReadonlyArray<Change> => {
  const mayBeOwn = hold.release?.row.kind === "capture" && found.amountCaptured === undefined
  const unbooked = mayBeOwn ? [] : capturedElsewhereAlert(setting, hold)
  return captureElsewhere(setting, hold, found) ?? unbooked
}

/** Money was captured that can't be booked: somebody has to look at it. */
export const capturedElsewhereAlert = (
  setting: Setting,
  { payment }: Pick<Hold, "payment">
): ReadonlyArray<Change> => [
  check(PaymentCollection, payment),
  insert(
    setting.scope,
    EventCollection,
    paymentEvent(setting, "alert.captured_elsewhere", payment.row, payment.version)
  )
]
