import type { PaymentRecord } from "../charges/Payment.ts"

/** Returns the captured amount that is not refunded, being refunded, or disputed. */
export const refundHeadroom = (payment: PaymentRecord): bigint => {
  const left = payment.amountCaptured - payment.amountReserved - payment.amountDisputed
  return left > 0n ? left : 0n
}
