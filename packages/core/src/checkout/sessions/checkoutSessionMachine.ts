import { type Machine, statusAfter } from "../../kernel/Machine.ts"
import type { CheckoutSessionRecord, CheckoutSessionStatus } from "./CheckoutSession.ts"

/** What moves a checkout session on. */
export type CheckoutSessionTrigger =
  | "open"
  | "confirm"
  | "succeed"
  | "let_retry"
  | "fail"
  | "expire"
  | "cancel"

/**
 * The life of a checkout session (spec 3.2): it succeeds at most once. The payer's first look opens
 * it, a decline the payer can mend lets them try again, and while a confirm is under way only what
 * comes of it ends it; a challenge that is open may be confirmed anew.
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

/** The session after a trigger. A move that its machine forbids is a defect. */
export const sessionAfter = (
  session: CheckoutSessionRecord,
  trigger: CheckoutSessionTrigger,
  fields: Partial<CheckoutSessionRecord>
): CheckoutSessionRecord => ({
  ...session,
  ...fields,
  status: statusAfter(checkoutSessionMachine, session.status, trigger)
})
