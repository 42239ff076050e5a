import { type Machine, statusAfter } from "../../kernel/Machine.ts"
import { withoutSourceSecrets } from "../../providers/ChargeSource.ts"
import { type AttemptRecord, type AttemptStatus, isInFlight } from "./Attempt.ts"

/** The triggers of an attempt. */
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
  | "refuse_part"
  | "reverse"
  | "return_capture"

/**
 * The statuses of an attempt. An `unknown` attempt may have been processed, and only the provider's
 * answer decides it. If a charge turns up after its attempt was given up, the attempt is
 * `late_charged` and the money is returned, and so is an approved part that the payment doesn't
 * accept. A provider may take a capture back and capture again.
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
      refuse_part: "late_charged",
      lose: "unknown"
    },
    requires_action: { return: "pending", decline: "declined", fail: "failed" },
    unknown: {
      authorize: "authorized",
      capture: "captured",
      decline: "declined",
      fail: "failed",
      refuse_part: "late_charged",
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
 * Returns the attempt after a trigger. A transition that the machine forbids is a defect. A settled
 * attempt drops its wallet payload and its action.
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
