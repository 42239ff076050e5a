/**
 * The types of events that merchants can see. The file has no imports, so that receivers of
 * webhooks load nothing else.
 */
export const eventTypes = [
  "payment.succeeded",
  "payment.authorized",
  "payment.declined",
  "payment.failed",
  "payment.expired",
  "payment.captured",
  "payment.amount_capturable_updated",
  "payment.voided",
  "payment.pending",
  "refund.succeeded",
  "refund.failed",
  "refund.pending",
  "refund.reversed",
  "dispute.created",
  "dispute.updated",
  "dispute.evidence_due_soon",
  "dispute.won",
  "dispute.lost",
  "dispute.alert_received",
  "subscription.created",
  "subscription.activated",
  "subscription.renewed",
  "subscription.payment_failed",
  "subscription.past_due",
  "subscription.recovered",
  "subscription.paused",
  "subscription.resumed",
  "subscription.canceled",
  "subscription.terminated",
  "subscription.instrument_updated",
  "subscription.upcoming_renewal",
  "card.updated",
  "card.expiring_soon"
] as const
