import type { BillingCycleRecord } from "../billing/cycles/BillingCycle.ts"
import type { PaymentInstrumentRecord } from "../cards/saved/PaymentInstrument.ts"
import type { ModificationRecord } from "../payments/captures-voids-refunds/Modification.ts"
import type { AttemptRecord, AttemptStatus } from "../payments/charges/Attempt.ts"
import { isBlameless } from "../payments/charges/blameless.ts"
import type { PaymentRecord } from "../payments/charges/Payment.ts"
import type { AttemptOutcome, RecoveredBy, ReportedPaymentRecord } from "./ReportedPayment.ts"

/** A payment with the rows that its reported row is made from. */
export interface PaymentFacts {
  readonly payment: PaymentRecord
  /** Its attempts, oldest first. */
  readonly attempts: ReadonlyArray<AttemptRecord>
  /** Its refunds, in any status. */
  readonly refunds: ReadonlyArray<ModificationRecord>
  /** The billing cycle that it pays. Null if there is none. */
  readonly cycle: BillingCycleRecord | null
  /** The saved instrument that pays it. Null if there is none. */
  readonly instrument: PaymentInstrumentRecord | null
}

/** Returns the reported row of a payment. */
export const projectPayment = (facts: PaymentFacts): ReportedPaymentRecord => {
  const { payment, attempts, refunds, instrument } = facts
  const last = attempts.at(-1) ?? null
  const decisive = attempts.findLast(isApproved) ?? last
  const isCard = decisive?.facts.brand != null
  const savedLast4 = isCard ? (instrument?.card?.last4 ?? null) : null
  return {
    id: payment.id,
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    amountCaptured: payment.amountCaptured,
    amountRefunded: payment.amountRefunded,
    disputed: payment.disputed,
    method: decisive === null ? null : (decisive.facts.methodType ?? decisive.facts.method),
    brand: decisive?.facts.brand ?? null,
    last4: decisive?.last4 ?? savedLast4,
    mid: decisive?.mid ?? null,
    declineCode: payment.decline?.code ?? decisive?.decline?.code ?? null,
    customer: payment.customer,
    reference: last === null ? null : referenceOf(last),
    attempts: attempts.map((attempt) => ({
      mid: attempt.mid,
      outcome: outcomeOf(attempt),
      declineCode: attempt.decline?.code ?? null,
      ...earlierReference(attempt, last)
    })),
    refunds: refunds.filter(isPaidOut).map(({ settledAt, created, amount }) => ({
      at: settledAt ?? created,
      amount
    })),
    recoveredBy: recoveredBy(facts),
    isUnknown: attempts.some(({ status }) => status === "unknown"),
    created: payment.created
  }
}

const earlierReference = (attempt: AttemptRecord, last: AttemptRecord | null) => {
  const reference = attempt === last ? null : referenceOf(attempt)
  return reference === null ? {} : { reference }
}

/** Returns the provider's own reference of a charge. Null if there is none. */
const referenceOf = ({ id, providerReference }: AttemptRecord): string | null =>
  providerReference === id ? null : providerReference

const approved: ReadonlySet<AttemptStatus> = new Set([
  "authorized",
  "captured",
  "voided",
  "expired",
  "returned"
])

const isApproved = ({ status }: AttemptRecord): boolean => approved.has(status)

const outcomeOf = (attempt: AttemptRecord): AttemptOutcome => {
  if (isApproved(attempt)) return "approved"
  switch (attempt.status) {
    case "declined":
      return isBlameless(attempt) ? "blameless" : "declined"
    case "pending":
    case "requires_action":
    case "unknown":
      return "open"
    default:
      return "blameless"
  }
}

const isPaidOut = ({ status }: ModificationRecord): boolean => status === "succeeded"

/**
 * Returns the way in which a captured payment was recovered. `cascade`: another merchant account
 * declined an earlier attempt of the payment. `dunning`: it pays a billing cycle that was in
 * dunning when the payment was created.
 */
const recoveredBy = ({ payment, attempts, cycle }: PaymentFacts): RecoveredBy | null => {
  if (payment.amountCaptured === 0n) return null
  const dunning = cycle?.dunning ?? null
  if (dunning !== null && dunning.startedAt < payment.created) return "dunning"
  const last = attempts.findLast(isApproved)
  const wasDeclined = attempts.some(
    ({ id, status, mid }) =>
      last !== undefined &&
      id < last.id &&
      status === "declined" &&
      mid !== null &&
      mid !== last.mid
  )
  return wasDeclined ? "cascade" : null
}
