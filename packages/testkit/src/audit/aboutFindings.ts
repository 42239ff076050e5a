import {
  type EventObject,
  type EventRecord,
  eventCatalog,
  type InternalEventType
} from "@payloom/core"

type Names<Type extends InternalEventType> = ReadonlyArray<EventObject<Type>["object"]>

const modifications = ["capture", "void", "refund", "increment"] as const

/** The types of the objects of internal events, which merchants don't receive. */
const insideObjects: { readonly [Type in InternalEventType]: Names<Type> } = {
  "payment.canceled": ["payment"],
  "payment.partially_refunded": ["payment"],
  "payment.refunded": ["payment"],
  "capture.failed": ["capture"],
  "void.failed": ["void"],
  "increment.failed": ["increment"],
  "alert.account_refused": ["attempt", ...modifications],
  "alert.notice_kept": ["provider_notice"],
  "alert.cycle_overdue": ["billing_cycle"],
  "alert.renewal_blocked": ["billing_cycle"],
  "alert.cycle_paid_twice": ["billing_cycle"],
  "alert.webhook_disabled": ["webhook_endpoint"],
  "alert.event_set_aside": ["parked_event"],
  "alert.job_failing": ["job"],
  "alert.storage_lost": ["storage"],
  "alert.authorization_expiring": ["payment"],
  "alert.outcome_unknown": ["attempt", ...modifications],
  "alert.charge_given_up": ["attempt"],
  "alert.outcome_contradicted": ["payment", ...modifications],
  "alert.dispute_amount_mismatch": ["dispute"],
  "alert.capture_returned": ["payment"],
  "alert.refund_uncovered": ["refund"],
  "alert.amount_mismatch": ["attempt"],
  "alert.captured_elsewhere": ["payment"],
  "alert.hold_unknown": ["payment"],
  "alert.give_back_failed": ["void", "refund"],
  "alert.give_back_abandoned": ["void", "refund"],
  "alert.expired_hold_kept": ["void"],
  "alert.late_charge": ["attempt"],
  "alert.charge_adopted": ["attempt"],
  "alert.late_charge_reversed": ["void", "refund"],
  "alert.late_charge_kept": ["void", "refund"]
}

const objects = new Map<string, ReadonlyArray<string>>([
  ...Object.entries(insideObjects),
  ...Object.entries(eventCatalog).map(([type, { object }]) => [type, [object]] as const)
])

/** Finds events whose object has another type than the catalog names. */
export const aboutFindings = ({
  type,
  data
}: Pick<EventRecord, "type" | "data">): ReadonlyArray<string> => {
  const { object } = data.object as { readonly object: string }
  return objects.get(type)?.includes(object) ? [] : [`${type} is about another resource: ${object}`]
}
