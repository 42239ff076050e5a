/** The kind of a job. The modules declare how each runs, and in which lane. */
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
  | "follow_payment"
  | "erase_customer"
  | DeliveryKind
  | ModuleJobKind

/** A job of a module of others: its name, a dot, and a word, such as `loyalty.expire`. */
type ModuleJobKind = `${string}.${string}`

/** Deliveries to one endpoint, by its id, so that each endpoint has a queue of its own. */
export type DeliveryKind = `deliver_webhook/${string}`
