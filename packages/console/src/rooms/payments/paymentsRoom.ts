import type { Room } from "../../Room.ts"
import { exportPayments } from "./exportPayments.ts"
import { paymentActs } from "./paymentActs.ts"
import { readPayment } from "./readPayment.ts"
import { readPayments } from "./readPayments.ts"

/** The list of payments, its export, and the page of a payment. */
export const paymentsRoom: Room = {
  reads: [exportPayments, readPayments, readPayment],
  acts: paymentActs
}
