import type Stripe from "stripe"
import type { CardConduct } from "./cards.ts"
import { type FakeStore, type KeptDispute, type KeptPayment, keep, newId } from "./FakeStore.ts"
import type { FormTree } from "./form.ts"
import { metadataIn, text, tree } from "./paymentForms.ts"
import { invalid, missing } from "./refusals.ts"

const weekSeconds = 7 * 24 * 3600

/** Opens a dispute, or an inquiry, about a charge. */
export const disputeCharge = (
  store: FakeStore,
  kept: KeptPayment,
  { reason, isInquiry }: Pick<Extract<CardConduct, { _tag: "disputed" }>, "reason" | "isInquiry">,
  amount: number = kept.payment.amount_received
): Stripe.Dispute => {
  const { charge, payment, account } = kept
  const dispute: Stripe.Dispute = {
    id: newId("du"),
    object: "dispute",
    amount,
    balance_transactions: [],
    charge: charge?.id ?? "",
    created: store.now(),
    currency: payment.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: store.now() + weekSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted"
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    network_reason_code: reason === "fraudulent" ? "10.4" : null,
    payment_intent: payment.id,
    reason,
    status: isInquiry ? "warning_needs_response" : "needs_response"
  }
  store.disputes.set(dispute.id, { account, dispute })
  if (charge !== null) keep(store, kept, {}, { ...charge, disputed: true })
  store.sendEvent(account, "charge.dispute.created", dispute)
  if (!isInquiry) store.sendEvent(account, "charge.dispute.funds_withdrawn", dispute)
  return dispute
}

/** Returns a dispute. */
export const disputeNamed = ({ disputes }: FakeStore, id: string): KeptDispute => {
  const kept = disputes.get(id)
  if (kept === undefined) throw new Error(`There is no dispute ${id}.`)
  return kept
}

/** Adds evidence to a dispute that waits for a response, and submits it. */
export const updateDispute = (
  store: FakeStore,
  account: string,
  id: string,
  form: FormTree
): Stripe.Dispute => {
  const kept = store.disputes.get(id)
  if (kept === undefined || kept.account !== account) throw missing("dispute", id)
  const { dispute } = kept
  if (!dispute.status.endsWith("needs_response")) {
    throw invalid("This dispute is already closed or under review.")
  }
  const evidence = tree(form.evidence)
  assertEvidence(store, account, evidence)
  const isSubmitted = form.submit !== "false"
  const details = dispute.evidence_details
  const isLate = isSubmitted && store.now() > (details.due_by ?? Infinity)
  const next: Stripe.Dispute = {
    ...dispute,
    evidence: { ...dispute.evidence, ...(evidence as object) },
    metadata: { ...dispute.metadata, ...metadataIn(form) },
    evidence_details: {
      ...details,
      has_evidence: true,
      past_due: isLate,
      submission_count: details.submission_count + (isSubmitted ? 1 : 0)
    },
    status: isSubmitted ? dispute.status.replace("needs_response", "under_review") : dispute.status
  }
  store.disputes.set(id, { account, dispute: next })
  store.sendEvent(account, "charge.dispute.updated", next)
  return next
}

const assertEvidence = (store: FakeStore, account: string, evidence: FormTree): void => {
  for (const [name, value] of Object.entries(evidence)) {
    if (!Object.hasOwn(noEvidence, name)) {
      throw invalid(`Received unknown parameter: evidence[${name}]`, { param: `evidence[${name}]` })
    }
    const file = text(value) ?? ""
    if (file.startsWith("file_") && store.files.get(file)?.account !== account) {
      throw missing("file upload", file)
    }
  }
}

/** Moves a dispute to another status, which may end it. */
export const moveDispute = (
  store: FakeStore,
  id: string,
  status: Stripe.Dispute.Status
): Stripe.Dispute => {
  const kept = disputeNamed(store, id)
  const dispute = { ...kept.dispute, status }
  store.disputes.set(id, { ...kept, dispute })
  const isOver = ["won", "lost", "warning_closed", "prevented"].includes(status)
  store.sendEvent(kept.account, `charge.dispute.${isOver ? "closed" : "updated"}`, dispute)
  if (status === "won") store.sendEvent(kept.account, "charge.dispute.funds_reinstated", dispute)
  return dispute
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null
}
