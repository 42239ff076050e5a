import type { DisputeNotice, DisputeReason, DisputeStage } from "@payloom/core"
import type Stripe from "stripe"
import { amountFromStripe } from "./stripeAmounts.ts"
import { own } from "./stripeDeclines.ts"

/**
 * How far a dispute has come by its status. An inquiry takes no money, and one that is closed has
 * come to nothing.
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

/** Stripe's reasons, of which the others say nothing; the scheme's own is `network_reason_code`. */
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

/** What an event tells of a dispute: nothing where its status is none that Stripe has today. */
export const disputeNotices = (
  { id, reference }: Pick<DisputeNotice, "id" | "reference">,
  occurredAt: number,
  dispute: Stripe.Dispute
): ReadonlyArray<DisputeNotice> => {
  const { status, reason, network_reason_code, evidence_details } = dispute
  const currency = dispute.currency.toUpperCase()
  const dueBy = evidence_details.due_by
  const told = (stage: DisputeStage, noticeId: string): DisputeNotice => ({
    _tag: "Dispute",
    id: noticeId,
    reference,
    dispute: {
      providerReference: dispute.id,
      stage,
      amount: amountFromStripe(dispute.amount, currency),
      currency,
      rawReason: network_reason_code ?? reason,
      reason: own(disputeReasons, reason) ?? "other",
      evidenceDueBy: dueBy === null ? null : dueBy * 1000,
      occurredAt
    }
  })
  const stage = own(disputeStages, status)
  if (stage === null) return []
  // That an inquiry took no money is known by its having been one.
  return status === "warning_closed"
    ? [told("retrieval_request", `${id}:inquiry`), told(stage, id)]
    : [told(stage, id)]
}
