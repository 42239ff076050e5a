/** What a job does. What runs it, and in which lane, is declared in `background/jobs.ts`. */
export type JobKind =
  | "recover_attempt"
  | "carry_out_modification"
  | "retry_give_back"
  | "alert_authorization"
  | "expire_authorization"
  | "expire_payment"
  | "expire_authentication"
  | "expire_session"
  | "release_card"
  | "announce_expiries"
  | "bill_subscription"
  | "warn_of_evidence"
  | "take_notice"
  | DeliveryKind

/** Of webhooks to one endpoint, by its id: what is queued for others is not gone past. */
export type DeliveryKind = `deliver_webhook/${string}`
