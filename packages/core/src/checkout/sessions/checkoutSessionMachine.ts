import { type Machine, statusAfter } from "../../kernel/Machine.ts"
import type { CheckoutSessionRecord, CheckoutSessionStatus } from "./CheckoutSession.ts"

/** The triggers of a checkout session's state machine. */
export type CheckoutSessionTrigger =
  | "open"
  | "confirm"
  | "succeed"
  | "let_retry"
  | "fail"
  | "expire"
  | "cancel"

/**
 * The state machine of a checkout session. A session succeeds at most once. The payer's first read
 * opens it. After a decline that the payer can fix, the payer may try again. While a confirm is in
 * progress, only its result ends the session. An open challenge may be confirmed again.
 */
export const checkoutSessionMachine: Machine<CheckoutSessionStatus, CheckoutSessionTrigger> = {
  name: "Checkout session",
  initial: ["created"],
  transitions: {
    created: { open: "active", confirm: "processing", expire: "expired", cancel: "canceled" },
    active: { confirm: "processing", expire: "expired", cancel: "canceled" },
    processing: {
      confirm: "processing",
      succeed: "succeeded",
      let_retry: "active",
      fail: "failed",
      expire: "expired"
    },
    succeeded: {},
    failed: {},
    expired: {},
    canceled: {}
  }
}

/**
 * Returns the session after a trigger. An ended session is not charged again, so it loses the
 * details that only a charge needs. A transition that the machine forbids is a defect.
 */
export const sessionAfter = (
  session: CheckoutSessionRecord,
  trigger: CheckoutSessionTrigger,
  fields: Partial<CheckoutSessionRecord>
): CheckoutSessionRecord => {
  const { orderDetails, ...after } = {
    ...session,
    ...fields,
    status: statusAfter(checkoutSessionMachine, session.status, trigger)
  }
  return orderDetails === undefined || after.endedAt !== null ? after : { ...after, orderDetails }
}
