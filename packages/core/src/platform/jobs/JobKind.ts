/** The kinds of jobs. `background/jobs.ts` declares the handler and the lane of each. */
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

/**
 * The delivery of webhooks to one endpoint, by its id. A claim does not scan the queues of others.
 */
export type DeliveryKind = `deliver_webhook/${string}`
