import type { CheckoutSessionRecord, PaymentRecord } from "@payloom/core"

const paid: ReadonlySet<PaymentRecord["status"]> = new Set([
  "succeeded",
  "partially_refunded",
  "refunded"
])

/** The further statuses of a payment whose payer's money was held. */
const held: ReadonlySet<PaymentRecord["status"]> = new Set([
  "authorized",
  "partially_captured",
  "voided"
])

/**
 * Returns true if the payer has done everything. A hold may have ended since, and the bank may have
 * taken the money back.
 */
const isDone = (
  { captureMethod }: CheckoutSessionRecord,
  { id, status, attempts }: PaymentRecord,
  returned: ReadonlySet<string>
): boolean => {
  if (paid.has(status) || returned.has(id)) return true
  const wasHeld = held.has(status) || (status === "expired" && attempts.length > 0)
  return captureMethod === "manual" && wasHeld
}

/**
 * Checks a checkout session against its payments and jobs. Returns one sentence for each error. The
 * payments in `returned` have an attempt whose money the bank took back.
 */
export const sessionFindings = (
  session: CheckoutSessionRecord,
  own: ReadonlyArray<PaymentRecord>,
  jobs: ReadonlySet<string>,
  returned: ReadonlySet<string>
): ReadonlyArray<string> => {
  const { id, status, endedAt } = session
  const [payment] = own
  const isPaid = payment !== undefined && isDone(session, payment, returned)
  const isAwaited = payment?.status === "authenticating"
  const isUnderWay = isAwaited || payment?.status === "processing"
  const isOpen = status === "created" || status === "active"
  const isOver = !isOpen && status !== "processing"
  const findings = [
    ...(own.length > 1 ? [`has ${own.length} payments`] : []),
    ...(session.payment === (payment?.id ?? null) ? [] : ["names another payment than it has"]),
    ...(isPaid === (status === "succeeded") ? [] : [`has a payment that is ${payment?.status}`]),
    ...(isUnderWay === (status === "processing")
      ? []
      : ["disagrees with its payment on whether a charge is in flight"]),
    ...(isOver === (endedAt !== null) ? [] : ["has an ended_at that does not match its status"]),
    ...(isAwaited === jobs.has(`expire_authentication:${id}`)
      ? []
      : ["has an expire_authentication job that does not match its payment"]),
    ...(isOpen && !jobs.has(`expire_session:${id}`) ? ["lacks the job that ends it"] : [])
  ]
  return findings.map((finding) => `${id} (${status}): ${finding}`)
}
