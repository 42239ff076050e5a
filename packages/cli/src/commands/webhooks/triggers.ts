/** The scenes that cause events in a sandbox. `playScene.ts` plays them. */
export type SceneName =
  | "pay"
  | "decline"
  | "authorize"
  | "capture"
  | "void"
  | "refund"
  | "dispute"
  | "win"
  | "lose"
  | "subscribe"
  | "renew"
  | "pastDue"
  | "cancel"

/** The types of events that can be triggered, and the scene that causes each. */
export const triggers: Readonly<Record<string, SceneName>> = {
  "payment.succeeded": "pay",
  "payment.declined": "decline",
  "payment.authorized": "authorize",
  "payment.captured": "capture",
  "payment.voided": "void",
  "refund.succeeded": "refund",
  "dispute.created": "dispute",
  "dispute.won": "win",
  "dispute.lost": "lose",
  "subscription.created": "subscribe",
  "subscription.activated": "subscribe",
  "subscription.renewed": "renew",
  "subscription.payment_failed": "pastDue",
  "subscription.past_due": "pastDue",
  "subscription.canceled": "cancel"
}
