/**
 * The statuses of payments, for help and completion, which must not load the engine. A test
 * compares them with the engine's.
 */
export const paymentStatuses: ReadonlyArray<string> = [
  "created",
  "requires_payment",
  "authenticating",
  "processing",
  "authorized",
  "succeeded",
  "declined",
  "failed",
  "expired",
  "canceled",
  "partially_captured",
  "partially_refunded",
  "refunded",
  "voided"
]
