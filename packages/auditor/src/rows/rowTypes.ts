import type { Document } from "./RawRows.ts"

/** A payment. Rows have the fields that the rules read. Times are milliseconds since the epoch. */
export interface Payment extends Document {
  readonly status: string
  readonly amount: string
  readonly currency: string
  readonly type: string
  readonly captureMethod: string
  readonly amountCaptured: string
  readonly amountCapturable?: string
  readonly amountRefunded: string
  readonly amountReserved: string
  readonly amountDisputed: string
  readonly disputed: boolean
  readonly attempts: ReadonlyArray<string>
  readonly customer: string | null
  readonly checkoutSession: string | null
  readonly billingCycle?: string
  readonly decline: {
    readonly code: string
    readonly category: string
    readonly advice: string
  } | null
  readonly splits?: ReadonlyArray<Part>
  readonly splitsReversed?: { readonly amount: string }
  readonly splitsReserved?: { readonly parts: ReadonlyArray<string> }
  /** Notifications of its money that an operator has to decide. */
  readonly unbooked?: ReadonlyArray<string>
  readonly created: number
}

/** A part of a payment that goes to another account. */
export interface Part {
  readonly account: string
  readonly amount: string
}

/** An attempt to charge. */
export interface Attempt extends Document {
  readonly payment: string
  readonly provider: string
  readonly providerReference: string
  readonly status: string
  readonly mid: string | null
  readonly facts: { readonly amount: string; readonly currency: string }
  readonly authorizedAmount?: string
  /** The most that may be captured, if that is more than the authorized amount. */
  readonly capturableUpTo?: string
  readonly decline: object | null
  readonly idempotencyRecord: string | null
  readonly returned?: { readonly splits?: string }
  readonly created: number
  readonly settledAt: number | null
}

/** A capture, void, refund or increment. */
export interface Modification extends Document {
  readonly kind: "capture" | "void" | "refund" | "increment"
  readonly purpose: string
  readonly origin?: string
  readonly keepsRest?: boolean
  /** True for a capture that its provider has taken back. */
  readonly wasReturned?: boolean
  readonly splits?: ReadonlyArray<Part>
  /** The sum of the parts, in rows of an older release. */
  readonly splitShare?: string
  readonly payment: string
  readonly attempt: string
  readonly status: string
  readonly amount: string
  readonly currency: string
  readonly providerReference: string | null
  readonly lastSentAt: number | null
  readonly settledAt: number | null
  readonly created: number
}

/** A dispute of a payment. */
export interface Dispute extends Document {
  readonly payment: string
  readonly stage: string
  readonly money: string
  readonly amount: string
  readonly currency: string
  readonly created: number
  readonly receivedAt: number
  readonly resolvedAt: number | null
}

/** A group of entries in the ledger. */
export interface LedgerGroup extends Document {
  readonly kind: string
  readonly payment?: string
  readonly currency: string
  readonly entries: ReadonlyArray<{ readonly account: string; readonly amount: string }>
  readonly atProvider?: { readonly kind: string; readonly reference: string }
  readonly created: number
}

/** An event. */
export interface EventRow extends Document {
  readonly type: string
  readonly published: boolean
  readonly occurredAt: number
  readonly data: {
    readonly object: Readonly<Record<string, unknown>> & { readonly id?: string }
    readonly payment_id?: string
    readonly version: number
  }
}

/** A task for later. */
export interface Job extends Document {
  readonly kind: string
  readonly subject: string
  readonly dueAt: number
  readonly leasedUntil: number | null
}

/** A checkout session. */
export interface Session extends Document {
  readonly mode: string
  readonly status: string
  readonly amount: string
  readonly currency: string
  readonly payment: string | null
  readonly captureMethod?: string
  readonly subscription?: string | null
  readonly expiresAt: number
  readonly endedAt: number | null
}

/** A subscription. */
export interface Subscription extends Document {
  readonly customer: string
  readonly status: string
  readonly consent: { readonly source: string }
  readonly terms: {
    readonly amount: string
    readonly currency: string
    readonly interval: { readonly unit: "day" | "week" | "month" | "year"; readonly count: number }
    readonly trial: { readonly days: number; readonly amount: string } | null
    readonly setupFee: string
    readonly endAfterCycles: number | null
  }
  readonly billingCycleAnchor: number
  readonly anchorSequence: number
  readonly currentPeriodStart: number
  readonly currentPeriodEnd: number
  readonly trialEnd: number | null
  readonly paidUntil: number | null
  readonly cycle: number
  readonly unpaid: number
  readonly materialized: number
  readonly skipped: number
  readonly cancelAtPeriodEnd: boolean
  readonly canceledAt: number | null
  readonly pause: { readonly behavior: string } | null
  readonly resumesAt: number | null
  readonly created: number
}

/** A billing cycle of a subscription. */
export interface Cycle extends Document {
  readonly subscription: string
  readonly sequence: number
  readonly dueAt: number
  readonly periodStart: number
  readonly periodEnd: number
  readonly amount: string
  readonly currency: string
  readonly status: string
  readonly attemptCount: number
  readonly payment: string | null
  readonly restored?: ReadonlyArray<string>
  readonly dunning: object | null
}

/** The delivery of an event to an endpoint. */
export interface Delivery extends Document {
  readonly endpoint: string
  readonly event: string
  readonly type: string
  readonly status: string
  readonly tries: number
  readonly attempts: ReadonlyArray<{ readonly at: number; readonly status: number | null }>
  readonly created: number
  readonly settledAt: number | null
}

/** An endpoint of a merchant. */
export interface Endpoint extends Document {
  readonly types: ReadonlyArray<string> | null
  readonly status: string
  readonly restarts?: number
  readonly created: number
}

/** A used idempotency key, with its answer. */
export interface Idempotency extends Document {
  readonly endpoint: string
  readonly answer: string | null
  readonly created: number
}

/** An event that a consumer could not handle. */
export interface Parked extends Document {
  readonly consumer: string
  readonly event: string
  readonly status: string
}

/** A customer. */
export interface Customer extends Document {
  readonly reference: string | null
  readonly email: string | null
  readonly name: string | null
  readonly billingAddress: Readonly<Record<string, string | null>>
  readonly metadata: Readonly<Record<string, string>>
  readonly erasedAt?: number
}

/** The progress of an erasure. */
export interface Erasure extends Document {
  readonly step: string
  readonly doneAt: number | null
}

/** The row of an alert. */
export interface Alert extends Document {
  readonly created: number
  readonly type?: string
  readonly event?: string
  readonly subject?: string
}
