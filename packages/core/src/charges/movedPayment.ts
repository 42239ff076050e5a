import { statusAfter } from "../machine/Machine.ts"
import type { PaymentRecord } from "./Payment.ts"
import { type PaymentTrigger, paymentMachine } from "./paymentMachine.ts"

/** The payment after a trigger; a move that its machine forbids is a defect. */
export const movedPayment = (
  payment: PaymentRecord,
  trigger: PaymentTrigger,
  fields: Partial<PaymentRecord>
): PaymentRecord => ({
  ...payment,
  ...fields,
  status: statusAfter(paymentMachine, payment.status, trigger)
})
