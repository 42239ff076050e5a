import type { Finding } from "../Finding.ts"
import type { Books } from "../rows/Books.ts"
import type { Attempt, Modification, Payment } from "../rows/rowTypes.ts"
import { hasAllEvents } from "./hasAllEvents.ts"
import { openAttempts, totalOf } from "./money.ts"

/** Checks the attempts, the status and the amounts of each payment. */
export const paymentFindings = (books: Books): ReadonlyArray<Finding> =>
  books.payments.flatMap((payment) => {
    const attempts = books.attemptsOf(payment)
    const changes = books.modificationsOf(payment.id)
    const findings = (rule: string, sentences: ReadonlyArray<string>): ReadonlyArray<Finding> =>
      sentences.map((sentence) => ({
        rule,
        row: payment.id,
        sentence: `${payment.id} (${payment.status}) ${sentence}.`
      }))
    return [
      ...findings("attempts-serial", serialFindings(payment, attempts)),
      ...findings("payment-status", statusFindings(payment, attempts)),
      ...findings("headroom", [
        ...headroomFindings(payment, attempts, changes),
        ...disputedFindings(books, payment, changes)
      ])
    ]
  })

const serialFindings = (
  payment: Payment,
  attempts: ReadonlyArray<Attempt>
): ReadonlyArray<string> => {
  const named = payment.attempts.toSorted().join()
  const own = attempts
    .map(({ id }) => id)
    .toSorted()
    .join()
  const open = attempts.filter(({ status }) => openAttempts.has(status))
  return [
    ...(named === own ? [] : ["names other attempts than it has"]),
    ...(open.length > 1 ? [`has ${open.length} attempts in flight`] : []),
    ...attempts.slice(1).flatMap((attempt, at) => {
      const before = attempts[at]?.settledAt ?? null
      return before === null || before > attempt.created
        ? [`began ${attempt.id} before the attempt before it was settled`]
        : []
    }),
    ...attempts.flatMap(({ id, status, settledAt }) =>
      openAttempts.has(status) === (settledAt === null)
        ? []
        : [`has ${id}, which is ${status} and settled at ${settledAt}`]
    )
  ]
}

const gone: ReadonlyArray<string> = ["declined", "failed", "late_charged", "reversed"]

/** The statuses that the last attempt may have for each status of a payment. */
const lastAttempts: Readonly<Record<string, ReadonlyArray<string>>> = {
  authenticating: gone,
  processing: [...openAttempts],
  authorized: ["authorized"],
  succeeded: ["captured"],
  partially_captured: ["captured"],
  partially_refunded: ["captured"],
  refunded: ["captured"],
  declined: gone,
  failed: [...gone, "returned"],
  voided: ["voided"],
  expired: ["expired"]
}

/** A payer who failed to authenticate in a session is declined before an attempt is made. */
const withoutAttempt: ReadonlySet<string> = new Set([
  "requires_payment",
  "authenticating",
  "expired",
  "canceled"
])

const refusedAttempts: ReadonlySet<string> = new Set(["declined", "failed"])

const statusFindings = (
  { status, decline, amount, amountCaptured, amountRefunded, checkoutSession }: Payment,
  attempts: ReadonlyArray<Attempt>
): ReadonlyArray<string> => {
  const last = attempts.at(-1)
  const agrees =
    last === undefined
      ? withoutAttempt.has(status) || (status === "declined" && checkoutSession !== null)
      : (lastAttempts[status] ?? []).includes(last.status)
  const [captured, refunded] = [BigInt(amountCaptured), BigInt(amountRefunded)]
  const isWhole =
    captured === BigInt(amount) ||
    (captured > BigInt(amount) && captured <= BigInt(last?.capturableUpTo ?? 0))
  const isRefused = status === "declined" || status === "failed"
  const isRight =
    (status !== "succeeded" || (isWhole && refunded === 0n)) &&
    (status !== "refunded" || refunded >= captured) &&
    (status !== "partially_refunded" || (refunded > 0n && refunded < captured)) &&
    (status !== "partially_captured" || (captured > 0n && refunded === 0n)) &&
    (status !== "authorized" || captured < BigInt(amount))
  return [
    ...(agrees ? [] : [`has a last attempt that is ${last?.status ?? "missing"}`]),
    ...(isRefused === (decline !== null) ? [] : ["has a decline that does not match its status"]),
    ...(isRight ? [] : [`has ${captured} captured and ${refunded} refunded of ${amount}`]),
    ...attempts
      .filter((attempt) => attempt.decline === null && refusedAttempts.has(attempt.status))
      .map((attempt) => `has ${attempt.id} (${attempt.status}) without a decline`)
  ]
}

/** The stages of a dispute in which the payer's bank has no money of the payment. */
const untouched: ReadonlySet<unknown> = new Set([
  "alert",
  "retrieval_request",
  "won",
  "reversed_by_alert"
])

/** Returns an amount as the last event of an object before a moment shows it. */
const amountBefore = (books: Books, object: string, field: string, moment: number): bigint => {
  const before = books.eventsOf(object).filter(({ occurredAt }) => occurredAt < moment)
  const last = before.toSorted((one, other) => one.data.version - other.data.version).at(-1)
  if (last === undefined || untouched.has(last.data.object.stage)) return 0n
  return BigInt(String(last.data.object[field] ?? 0))
}

/**
 * Checks that no refund was accepted that needs money that was disputed then. A dispute that came
 * or grew after a refund may take the same money again.
 */
const disputedFindings = (
  books: Books,
  payment: Payment,
  changes: ReadonlyArray<Modification>
): ReadonlyArray<string> => {
  const disputes = books
    .disputesOf(payment.id)
    .filter(({ money }) => money === "held" || money === "lost")
    .filter(hasAllEvents(books))
  // Most payments end here, so the events of refunded ones are not read.
  if (disputes.length === 0) return []
  const refunds = changes.filter(
    ({ kind, purpose, origin, status }) =>
      kind === "refund" &&
      purpose === "merchant" &&
      origin === undefined &&
      (status === "pending" || status === "succeeded")
  )
  const isLate = ({ created }: Modification): boolean => {
    const amountAt = (object: string, field: string) => amountBefore(books, object, field, created)
    const disputed = disputes.reduce((sum, { id }) => sum + amountAt(id, "amount"), 0n)
    const reserved = totalOf(refunds.filter((refund) => refund.created <= created))
    // A capture may be taken back after the refund.
    const captured = larger(BigInt(payment.amountCaptured), amountAt(payment.id, "amount_captured"))
    return disputed > 0n && disputed + reserved > captured
  }
  return BigInt(payment.amountCaptured) === 0n
    ? []
    : refunds.filter(isLate).map(({ id }) => `has ${id}, which refunds disputed money`)
}

/**
 * Returns the refunds that the provider made itself while another one was pending. Both together
 * may be more than was captured, until the provider refuses the pending one.
 */
const toldMeanwhile = (refunds: ReadonlyArray<Modification>): ReadonlyArray<Modification> => {
  const pending = refunds.find(({ status }) => status === "pending")
  return pending === undefined
    ? []
    : refunds.filter(({ origin, created }) => origin === "provider" && created >= pending.created)
}

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)

const headroomFindings = (
  payment: Payment,
  attempts: ReadonlyArray<Attempt>,
  changes: ReadonlyArray<Modification>
): ReadonlyArray<string> => {
  const isReturned = attempts.at(-1)?.status === "returned"
  // Money that was refunded may be taken back afterwards, also one of several captures.
  const hasReturns =
    isReturned ||
    changes.some(({ kind, wasReturned }) => kind === "capture" && wasReturned === true)
  const refunds = changes.filter(
    ({ kind, purpose }) =>
      kind === "refund" && (purpose === "merchant" || purpose === "ended_subscription")
  )
  const done = totalOf(refunds.filter(({ status }) => status === "succeeded"))
  const pending = totalOf(refunds.filter(({ status }) => status === "pending"))
  const [captured, refunded, reserved, disputed] = [
    BigInt(payment.amountCaptured),
    BigInt(payment.amountRefunded),
    BigInt(payment.amountReserved),
    BigInt(payment.amountDisputed)
  ]
  const accepted = reserved - totalOf(toldMeanwhile(refunds))
  const captures = changes.filter(
    ({ kind, purpose, status }) =>
      kind === "capture" && purpose === "merchant" && status === "succeeded"
  )
  const endings = changes.filter(
    ({ kind, purpose, status, keepsRest }) =>
      (kind === "capture" || kind === "void") &&
      purpose === "merchant" &&
      status !== "failed" &&
      keepsRest !== true
  )
  const charged = attempts.at(-1)
  const authorized = BigInt(charged?.authorizedAmount ?? charged?.facts.amount ?? 0)
  // The hold may have been raised above what the provider allowed for the first amount.
  const held = larger(authorized, BigInt(charged?.capturableUpTo ?? 0))
  return [
    ...(refunded === done ? [] : [`has amount_refunded ${refunded}, and refunds of ${done}`]),
    ...(reserved === done + pending
      ? []
      : [`reserves ${reserved} for refunds of ${done + pending}`]),
    ...(accepted <= captured || hasReturns ? [] : ["has more refunds than was captured"]),
    ...(accepted + disputed <= captured || hasReturns || payment.disputed
      ? []
      : ["has more refunds and disputes than was captured"]),
    ...(captures.length > 0 && !isReturned && totalOf(captures) !== captured
      ? [`has captures of ${totalOf(captures)}, and amount_captured ${captured}`]
      : []),
    ...(endings.length > 1 ? ["has several captures or voids"] : []),
    ...(BigInt(payment.amountCapturable ?? 0) <= larger(held - captured, 0n) ||
    charged === undefined
      ? []
      : [`may capture ${payment.amountCapturable} of ${held - captured}`]),
    ...changes.flatMap(({ id, currency, attempt }) =>
      currency === payment.currency && payment.attempts.includes(attempt)
        ? []
        : [`has ${id} of another currency or attempt`]
    ),
    ...changes.flatMap(({ id, status, settledAt }) =>
      (status === "pending") === (settledAt === null)
        ? []
        : [`has ${id}, which is ${status} and settled at ${settledAt}`]
    )
  ]
}
