import type { DisputeNotification, DisputeReason, DisputeStage } from "@payloom/core"
import type Stripe from "stripe"
import { ownMember } from "./ownMember.ts"
import { amountFromStripe } from "./stripeAmounts.ts"

/**
 * The stage of a dispute by its status at Stripe. An inquiry takes no money, and a closed inquiry
 * has expired.
 */
export const disputeStages: Readonly<Record<string, DisputeStage>> = {
  warning_needs_response: "retrieval_request",
  warning_under_review: "retrieval_request",
  warning_closed: "expired",
  needs_response: "evidence_required",
  under_review: "representment_submitted",
  appeal_needs_response: "pre_arbitration",
  appeal_under_review: "arbitration",
  prevented: "reversed_by_alert",
  won: "won",
  lost: "lost"
}

/**
 * The meanings of Stripe's reasons. A reason that is missing here is `other`. The scheme's own
 * reason is `network_reason_code`.
 */
export const disputeReasons: Readonly<Record<string, DisputeReason>> = {
  bank_cannot_process: "processing_error",
  credit_not_processed: "credit_not_processed",
  debit_not_authorized: "authorization",
  duplicate: "duplicate",
  fraudulent: "fraud",
  incorrect_account_details: "processing_error",
  product_not_received: "not_received",
  product_unacceptable: "not_as_described",
  subscription_canceled: "subscription_canceled",
  unrecognized: "unrecognized"
}

/**
 * Returns the notifications in an event about a dispute, or none if its status is unknown. An
 * inquiry takes no money, and only the earlier stage says that it was an inquiry. So a closed
 * inquiry is reported as an inquiry, and then as closed.
 */
export const disputeNotifications = (
  { id, created }: Pick<Stripe.Event, "id" | "created">,
  reference: string,
  dispute: Stripe.Dispute
): ReadonlyArray<DisputeNotification> => {
  const { status, reason, network_reason_code, evidence_details } = dispute
  const currency = dispute.currency.toUpperCase()
  const dueBy = dueByIn(evidence_details)
  const stage = ownMember(disputeStages, status)
  const told = stage === null ? [] : [{ id, stage }]
  const inquiry = { id: `${id}:inquiry`, stage: "retrieval_request" } as const
  return (status === "warning_closed" ? [inquiry, ...told] : told).map((each) => ({
    _tag: "Dispute",
    id: each.id,
    reference,
    dispute: {
      providerReference: dispute.id,
      stage: each.stage,
      amount: amountFromStripe(dispute.amount, currency),
      currency,
      rawReason: network_reason_code ?? reason,
      reason: ownMember(disputeReasons, reason) ?? "other",
      evidenceDueBy: dueBy,
      occurredAt: created * 1000
    }
  }))
}

/**
 * Returns the time by which evidence has to be submitted, in milliseconds since the epoch. Returns
 * null if the payer's bank takes no evidence. Stripe's time is 0 then.
 */
export const dueByIn = ({
  due_by: dueBy
}: Pick<Stripe.Dispute.EvidenceDetails, "due_by">): number | null => (dueBy ? dueBy * 1000 : null)
