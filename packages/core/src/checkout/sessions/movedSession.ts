import { statusAfter } from "../../machine/Machine.ts"
import type { CheckoutSessionRecord } from "./CheckoutSession.ts"
import { type CheckoutSessionTrigger, checkoutSessionMachine } from "./checkoutSessionMachine.ts"

/** The session after a trigger. A move that its machine forbids is a defect. */
export const movedSession = (
  session: CheckoutSessionRecord,
  trigger: CheckoutSessionTrigger,
  fields: Partial<CheckoutSessionRecord>
): CheckoutSessionRecord => ({
  ...session,
  ...fields,
  status: statusAfter(checkoutSessionMachine, session.status, trigger)
})
