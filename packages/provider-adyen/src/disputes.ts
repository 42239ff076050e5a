import type { ChargeQuery, DisputeNotification, DisputeStage } from "@payloom/core"
import { fromAdyen } from "./amounts.ts"
import type { NotifiedItem } from "./notificationItem.ts"

/**
 * How far each event takes a dispute. Adyen takes the money with `CHARGEBACK`, so what it announces
 * before that counts as a question still. `INFORMATION_SUPPLIED` moves nothing: it comes of
 * questions and before the chargeback too, and doesn't say whether money was taken.
 */
const stages: Readonly<Record<string, DisputeStage>> = {
  NOTIFICATION_OF_FRAUD: "alert",
  REQUEST_FOR_INFORMATION: "retrieval_request",
  NOTIFICATION_OF_CHARGEBACK: "retrieval_request",
  CHARGEBACK: "chargeback_received",
  CHARGEBACK_REVERSED: "won",
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: "won",
  SECOND_CHARGEBACK: "lost",
  DISPUTE_DEFENSE_PERIOD_ENDED: "lost",
  PREARBITRATION_OPEN: "pre_arbitration",
  // Declined by the merchant: the issuer may go on to the scheme.
  PREARBITRATION_DECLINED: "pre_arbitration",
  PREARBITRATION_WON: "won",
  PREARBITRATION_ISSUER_WITHDRAWN: "won",
  PREARBITRATION_LOST: "lost",
  PREARBITRATION_ACCEPTED: "lost",
  SCHEME_ARBITRATION: "arbitration",
  SCHEME_ARBITRATION_WON: "won",
  SCHEME_ARBITRATION_LOST: "lost"
}

/** What the status beside an event makes another of, or null where it moves nothing. */
const stagesByStatus: Readonly<Record<string, DisputeStage | null>> = {
  // Nobody answered a question in time. A chargeback may follow, and a dispute that ended can't.
  "DISPUTE_DEFENSE_PERIOD_ENDED/Expired": null,
  "SECOND_CHARGEBACK/Pending": "pre_arbitration",
  "SECOND_CHARGEBACK/Undefended": "pre_arbitration"
}

/** What disputes begin with: beside it Adyen names the payment, whatever the webhook's settings. */
const beginnings = /^(NOTIFICATION_OF_FRAUD|REQUEST_.+|NOTIFICATION_OF_CHARGEBACK|CHARGEBACK)$/

/**
 * Events that come twice in one dispute, with the same status: an issuer that withdrew its
 * pre-arbitration may open it again. All others are told once, whatever date a repeat has.
 */
const mayRecur = /^PREARBITRATION_/

/** Whether an event moves a dispute. */
export const isOfDispute = ({ eventCode }: NotifiedItem): boolean =>
  Object.hasOwn(stages, eventCode)

/** What an event about a dispute tells, or null where it moves nothing. */
export const disputeIn = (
  item: NotifiedItem,
  asked: ChargeQuery | null
): DisputeNotification | null => {
  const { eventCode, merchantReference: reference, pspReference, data, success } = item
  const { chargebackReasonCode, rfiReasonCode, nofReasonCode, defensePeriodEndsAt } = data
  // What has the reason of a question alone is the end of that one.
  const isQuestion = rfiReasonCode !== undefined && chargebackReasonCode === undefined
  const status = data.disputeStatus ?? (isQuestion ? "Expired" : "")
  const changed = stagesByStatus[`${eventCode}/${status}`]
  const stage = changed === undefined ? stages[eventCode] : changed
  if (stage == null || !success) return null
  // Without the payment's reference it may come under it, in place of the dispute's own.
  const isOwn = pspReference !== (asked?.providerReference ?? pspReference)
  const isUnnamed = item.originalReference === null && !(isOwn && beginnings.test(eventCode))
  const date = mayRecur.test(eventCode) ? item.eventDate : null
  const code = chargebackReasonCode ?? rfiReasonCode ?? nofReasonCode ?? item.reason
  const occurredAt = timeIn(item.eventDate)
  return {
    _tag: "Dispute",
    // All events of a dispute have its reference. Named at last, one is told anew.
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

/** A time of Adyen's in milliseconds since the epoch, or null if it is absent or no time. */
export const timeIn = (text: string | undefined): number | null => {
  const time = Date.parse(text ?? "")
  return Number.isNaN(time) || time < 0 ? null : time
}
