import { type Machine, statusAfter } from "../../kernel/Machine.ts"
import { withoutSourceSecrets } from "../../providers/ChargeSource.ts"
import { type AttemptRecord, type AttemptStatus, isInFlight } from "./Attempt.ts"

/** What moves an attempt on. */
export type AttemptTrigger =
  | "require_action"
  | "return"
  | "authorize"
  | "capture"
  | "decline"
  | "fail"
  | "lose"
  | "void"
  | "expire"
  | "charge_late"
  | "reverse"
  | "return_capture"

/**
 * The life of an attempt. `unknown` may have been processed and is only ever decided by what the
 * provider says; a charge that shows up after an attempt was given up is `late_charged` and taken
 * back. A provider may take back what it captured, and may capture it again.
 */
export const attemptMachine: Machine<AttemptStatus, AttemptTrigger> = {
  name: "Attempt",
  initial: ["pending"],
  transitions: {
    pending: {
      require_action: "requires_action",
      authorize: "authorized",
      capture: "captured",
      decline: "declined",
      fail: "failed",
      lose: "unknown"
    },
    requires_action: { return: "pending", decline: "declined", fail: "failed" },
    unknown: {
      authorize: "authorized",
      capture: "captured",
      decline: "declined",
      fail: "failed",
      lose: "unknown"
    },
    authorized: { capture: "captured", void: "voided", expire: "expired" },
    declined: { charge_late: "late_charged" },
    failed: { charge_late: "late_charged" },
    late_charged: { reverse: "reversed" },
    captured: { return_capture: "returned" },
    returned: { capture: "captured" },
    voided: {},
    expired: {},
    reversed: {}
  }
}

/**
 * The attempt after a trigger; a move that its machine forbids is a defect. Once it is settled
 * nobody needs what a wallet handed out, or what the payer was asked to do.
 */
export const attemptAfter = (
  attempt: AttemptRecord,
  trigger: AttemptTrigger,
  fields: Partial<AttemptRecord>
): AttemptRecord => {
  const status = statusAfter(attemptMachine, attempt.status, trigger)
  const moving = { ...attempt, ...fields, status }
  if (isInFlight(moving)) return moving
  const { details: _, ...kept } = moving
  return { ...kept, source: withoutSourceSecrets(kept.source), action: null }
}
