import type { AttemptRecord } from "./Attempt.ts"
import type { PaymentRecord, PaymentStatus } from "./Payment.ts"

/**
 * Returns the amount that a provider holds or took for an attempt, in minor units: the requested
 * amount, unless the provider approved a part of it or raised it later.
 */
export const authorizedAmount = ({ facts, authorizedAmount: own }: AttemptRecord): bigint =>
  own ?? facts.amount

/** The statuses in which a part of the hold may not be captured yet. */
const mayHold: ReadonlySet<PaymentStatus> = new Set([
  "authorized",
  "partially_captured",
  "partially_refunded",
  "refunded"
])

/** Returns the amount that is held and may still be captured, in minor units. */
export const capturableOf = ({
  status,
  amount,
  amountCapturable
}: Pick<PaymentRecord, "status" | "amount" | "amountCapturable">): bigint =>
  amountCapturable ?? (status === "authorized" ? amount : 0n)

/**
 * Returns the payment with this amount left to capture. The row has the amount only if it doesn't
 * follow from the status.
 */
export const withCapturable = (payment: PaymentRecord, amount: bigint): PaymentRecord => {
  const { amountCapturable: _, ...rest } = payment
  return !mayHold.has(rest.status) || capturableOf(rest) === amount
    ? rest
    : { ...rest, amountCapturable: amount }
}

/**
 * Returns the most that a capture may take, in minor units. A provider may allow more than it
 * holds.
 */
export const mostCapturable = (payment: PaymentRecord, attempt: AttemptRecord | null): bigint => {
  const rest = capturableOf(payment)
  const over = (attempt?.capturableUpTo ?? 0n) - payment.amountCaptured
  return rest > 0n && over > rest ? over : rest
}
