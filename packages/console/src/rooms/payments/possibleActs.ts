import type { Attempt, PaymentRecord } from "@payloom/core"
import type { Possible } from "./PaymentView.ts"

type Standing = Pick<
  PaymentRecord,
  | "status"
  | "amount"
  | "amountCapturable"
  | "amountCaptured"
  | "amountReserved"
  | "amountDisputed"
  | "captureMethod"
  | "unbooked"
>

const refundable: ReadonlySet<string> = new Set([
  "succeeded",
  "partially_captured",
  "partially_refunded"
])

/**
 * Returns what a person can do with a payment now, with the most that an amount may be. The page
 * only offers these. The engine decides again when one is done.
 */
export const possibleActs = (
  payment: Standing,
  attempts: ReadonlyArray<Pick<Attempt, "id" | "status">>
): ReadonlyArray<Possible> => {
  const { status, amount, amountCaptured, amountReserved, amountDisputed } = payment
  const held = payment.amountCapturable ?? (status === "authorized" ? amount : 0n)
  const rest = amountCaptured - amountReserved - amountDisputed
  return [
    ...(held > 0n ? [{ act: "payments.capture", most: held } as const] : []),
    ...(status === "authorized" ? [{ act: "payments.void" } as const] : []),
    ...(refundable.has(status) && rest > 0n && payment.unbooked === undefined
      ? [{ act: "payments.refund", most: rest } as const]
      : []),
    ...(status === "requires_payment" ? [{ act: "payments.cancel" } as const] : []),
    ...attempts
      .filter((attempt) => attempt.status === "unknown" || attempt.status === "pending")
      .map(({ id }) => {
        const mayHold = payment.captureMethod === "manual"
        return { act: "payments.resolveAttempt", attempt: id, mayHold } as const
      })
  ]
}
