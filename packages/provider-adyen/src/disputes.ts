import type { DisputeNotice, DisputeStage } from "@payloom/core"
import { fromAdyen } from "./amounts.ts"
import type { NotifiedItem } from "./notificationItem.ts"

/**
 * How far each event takes a dispute. Adyen takes the money with `CHARGEBACK`, so what it announces
 * before that counts as a question still.
 */
const stages: Readonly<Record<string, DisputeStage>> = {
  NOTIFICATION_OF_FRAUD: "alert",
  REQUEST_FOR_INFORMATION: "retrieval_request",
  NOTIFICATION_OF_CHARGEBACK: "retrieval_request",
  CHARGEBACK: "chargeback_received",
  INFORMATION_SUPPLIED: "representment_submitted",
  CHARGEBACK_REVERSED: "won",
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: "won",
  SECOND_CHARGEBACK: "lost",
  DISPUTE_DEFENSE_PERIOD_ENDED: "lost",
  PREARBITRATION_OPEN: "pre_arbitration",
  PREARBITRATION_WON: "won",
  PREARBITRATION_ISSUER_WITHDRAWN: "won",
  PREARBITRATION_LOST: "lost",
  PREARBITRATION_ACCEPTED: "lost",
  SCHEME_ARBITRATION: "arbitration",
  SCHEME_ARBITRATION_WON: "won",
  SCHEME_ARBITRATION_LOST: "lost"
}

/** What the status beside an event makes another of; `""` where it moves nothing. */
const stagesByStatus: Readonly<Record<string, DisputeStage | "">> = {
  // A question that was answered is a question still: nobody has taken anything back.
  "INFORMATION_SUPPLIED/Responded": "",
  // Nobody answered a question in time, which costs nothing by itself.
  "DISPUTE_DEFENSE_PERIOD_ENDED/Expired": "expired",
  "SECOND_CHARGEBACK/Pending": "pre_arbitration",
  "SECOND_CHARGEBACK/Undefended": "pre_arbitration"
}

/** Whether an event is about a dispute. */
export const isOfDispute = ({ eventCode }: NotifiedItem): boolean =>
  Object.hasOwn(stages, eventCode)

/** What an event about a dispute tells; null where it moves nothing. */
export const disputeIn = (item: NotifiedItem, id: string): DisputeNotice | null => {
  const { eventCode, merchantReference, pspReference, amount, data, reason, success } = item
  const stage = stagesByStatus[`${eventCode}/${data.disputeStatus}`] ?? stages[eventCode]
  if (stage === undefined || stage === "" || !success) return null
  const { chargebackReasonCode, rfiReasonCode, nofReasonCode, defensePeriodEndsAt } = data
  const code = chargebackReasonCode ?? rfiReasonCode ?? nofReasonCode ?? reason
  const occurredAt = timeIn(item.eventDate)
  return {
    _tag: "Dispute",
    id,
    reference: merchantReference,
    dispute: {
      providerReference: pspReference,
      stage,
      ...fromAdyen(amount),
      rawReason: code?.trim() ?? null,
      evidenceDueBy: timeIn(defensePeriodEndsAt),
      ...(occurredAt === null ? {} : { occurredAt })
    }
  }
}

const timeIn = (text: string | undefined): number | null => {
  const time = Date.parse(text ?? "")
  return Number.isNaN(time) || time < 0 ? null : time
}
