import type { PaymentRecord } from "../charges/Payment.ts"

/** Returns what is captured and neither refunded, being refunded, nor disputed. */
export const refundHeadroom = (payment: PaymentRecord): bigint => {
  const left = payment.amountCaptured - payment.amountReserved - payment.amountDisputed
  return left > 0n ? left : 0n
}
