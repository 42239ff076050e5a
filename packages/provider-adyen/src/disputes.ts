import type { ChargeQuery, DisputeNotification, DisputeStage } from "@payloom/core"
import { fromAdyen } from "./amounts.ts"
import type { NotifiedItem } from "./notificationItem.ts"

/**
 * The stage of a dispute after each event. Adyen takes the money with `CHARGEBACK`, so events
 * before it only count as a question. If a scheme announced no chargeback,
 * `DISPUTE_OPENED_WITH_CHARGEBACK` comes with the chargeback itself. `INFORMATION_SUPPLIED` is
 * missing, because it also follows questions and doesn't say whether money was taken.
 */
const stages: Readonly<Record<string, DisputeStage>> = {
  NOTIFICATION_OF_FRAUD: "alert",
  REQUEST_FOR_INFORMATION: "retrieval_request",
  NOTIFICATION_OF_CHARGEBACK: "retrieval_request",
  DISPUTE_OPENED_WITH_CHARGEBACK: "chargeback_received",
  CHARGEBACK: "chargeback_received",
  CHARGEBACK_REVERSED: "won",
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: "won",
  SECOND_CHARGEBACK: "lost",
  DISPUTE_DEFENSE_PERIOD_ENDED: "lost",
  PREARBITRATION_OPEN: "pre_arbitration",
  // The merchant declined it, and the issuer may continue to the scheme.
  PREARBITRATION_DECLINED: "pre_arbitration",
  PREARBITRATION_WON: "won",
  PREARBITRATION_ISSUER_WITHDRAWN: "won",
  PREARBITRATION_LOST: "lost",
  PREARBITRATION_ACCEPTED: "lost",
  SCHEME_ARBITRATION: "arbitration",
  SCHEME_ARBITRATION_WON: "won",
  SCHEME_ARBITRATION_LOST: "lost"
}

/**
 * The stages of events whose status changes their meaning. Null means that the event changes
 * nothing.
 */
const stagesByStatus: Readonly<Record<string, DisputeStage | null>> = {
  // Nobody answered a question in time. A chargeback may follow it, but can't follow a dispute that
  // ended.
  "DISPUTE_DEFENSE_PERIOD_ENDED/Expired": null,
  // Nobody can defend a debit that a bank returned.
  "CHARGEBACK/Lost": "lost",
  "SECOND_CHARGEBACK/Pending": "pre_arbitration",
  "SECOND_CHARGEBACK/Undefended": "pre_arbitration"
}

/**
 * The events that begin a dispute. They always name the payment, whatever the webhook's settings
 * are.
 */
const beginnings =
  /^(NOTIFICATION_OF_(FRAUD|CHARGEBACK)|REQUEST_.+|(DISPUTE_OPENED_WITH_)?CHARGEBACK)$/

/**
 * The events that may come twice in one dispute with the same status, because an issuer that
 * withdrew its pre-arbitration may open it again. All other events count once, even if a repeat has
 * another date.
 */
const mayRecur = /^PREARBITRATION_/

/** Returns true if an event changes a dispute. */
export const isOfDispute = ({ eventCode }: NotifiedItem): boolean =>
  Object.hasOwn(stages, eventCode)

/** Returns the notification in an event about a dispute, or null if the event changes nothing. */
export const disputeIn = (
  item: NotifiedItem,
  asked: ChargeQuery | null
): DisputeNotification | null => {
  const { eventCode, merchantReference: reference, pspReference, data, success } = item
  const { chargebackReasonCode, rfiReasonCode, nofReasonCode, defensePeriodEndsAt } = data
  // An event that only has the reason of a question ends that question.
  const isQuestion = rfiReasonCode !== undefined && chargebackReasonCode === undefined
  const status = data.disputeStatus ?? (isQuestion ? "Expired" : "")
  const changed = stagesByStatus[`${eventCode}/${status}`]
  const stage = changed === undefined ? stages[eventCode] : changed
  if (stage == null || !success) return null
  // Without the payment's reference, `pspReference` may be the payment's instead of the dispute's.
  const isOwn = pspReference !== (asked?.providerReference ?? pspReference)
  const isUnnamed = item.originalReference === null && !(isOwn && beginnings.test(eventCode))
  const date = mayRecur.test(eventCode) ? item.eventDate : null
  const code = chargebackReasonCode ?? rfiReasonCode ?? nofReasonCode ?? item.reason
  const occurredAt = timeIn(item.eventDate)
  return {
    _tag: "Dispute",
    // All events of a dispute have its reference. An event that names the dispute later gets a new
    // id.
    id: [pspReference, eventCode, status, date, isUnnamed].join("."),
    reference,
    dispute: {
      providerReference: pspReference,
      isUnnamed,
      stage,
      ...fromAdyen(item.amount),
      rawReason: code?.trim() ?? null,
      evidenceDueBy: timeIn(defensePeriodEndsAt),
      ...(occurredAt === null ? {} : { occurredAt })
    }
  }
}

/**
 * Parses a time of Adyen's into milliseconds since the epoch. Returns null if it is missing or
 * invalid.
 */
export const timeIn = (text: string | undefined): number | null => {
  const time = Date.parse(text ?? "")
  return Number.isNaN(time) || time < 0 ? null : time
}
