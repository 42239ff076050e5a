import { type Machine, statusAfter } from "../../kernel/Machine.ts"
import type { OrderDetails } from "../../payments/charges/orderInput.ts"
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
 * details that only a charge needs, such as addresses. A transition that the machine forbids is a
 * defect.
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
  const kept = after.endedAt === null ? orderDetails : amountsOf(orderDetails)
  return kept === undefined ? after : { ...after, orderDetails: kept }
}

/** The payer's page shows the parts of the amount after the payment too. */
const amountsOf = ({ amountDetails }: OrderDetails = {}): OrderDetails | undefined =>
  amountDetails === undefined ? undefined : { amountDetails }
