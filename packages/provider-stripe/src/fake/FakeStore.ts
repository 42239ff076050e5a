import { randomBytes } from "node:crypto"
import type { CallKind } from "@payloom/testkit/fake-provider"
import type Stripe from "stripe"
import type { BillingStore } from "./billing/fakeBilling.ts"
import type { CardConduct, FakeCard } from "./cards.ts"

/** One capture of a payment. */
export interface FakeCapture {
  /** In Stripe's units. */
  readonly amount: number
  /** The metadata of the request to capture. */
  readonly metadata: Readonly<Record<string, string>>
}

/** A payment, and the facts about it that Stripe's objects don't contain. */
export interface KeptPayment {
  readonly account: string
  readonly payment: Stripe.PaymentIntent
  readonly charge: Stripe.Charge | null
  /** The captures of a hold, the oldest first. */
  readonly captures: ReadonlyArray<FakeCapture>
  /** The charged card, or null until it is known. */
  readonly card: FakeCard | null
  readonly returnUrl: string | null
}

/** A check of a card without a charge. */
export interface KeptCheck {
  readonly account: string
  readonly setup: Stripe.SetupIntent
  /** The latest attempt of the check, or null before the first. */
  readonly attempt: Stripe.SetupAttempt | null
  readonly card: FakeCard | null
  readonly returnUrl: string | null
}

/** A PaymentMethod, and its card. */
interface KeptMethod {
  readonly account: string
  readonly method: Stripe.PaymentMethod
  readonly card: FakeCard
  /** True once it has been charged. A PaymentMethod without a Customer can be charged once. */
  readonly isUsed: boolean
}

/** The bank account of a payer, saved for later debits. */
interface KeptDebit {
  readonly account: string
  readonly type: string
  readonly customer: string
}

/** A Customer of an account. */
interface KeptCustomer {
  readonly account: string
  readonly customer: Stripe.Customer
}

/** A refund of an account. */
interface KeptRefund {
  readonly account: string
  readonly refund: Stripe.Refund
}

/** A dispute of an account. */
export interface KeptDispute {
  readonly account: string
  readonly dispute: Stripe.Dispute
}

/** A file of an account. */
interface KeptFile {
  readonly account: string
  readonly file: Stripe.File
}

/** Records and sends an event. */
type SendEvent = (account: string, type: string, object: object) => void

/** Everything that the fake stores, by id. A change replaces the stored object. */
export interface FakeStore {
  readonly payments: Map<string, KeptPayment>
  readonly checks: Map<string, KeptCheck>
  readonly methods: Map<string, KeptMethod>
  /** Saved bank accounts, by the id of their PaymentMethod. */
  readonly debits: Map<string, KeptDebit>
  readonly customers: Map<string, KeptCustomer>
  readonly refunds: Map<string, KeptRefund>
  readonly disputes: Map<string, KeptDispute>
  readonly files: Map<string, KeptFile>
  /** Prices, subscriptions and what belongs to them. */
  readonly billing: BillingStore
  /** The decline that an account gives to every card, by the account's name. */
  readonly declining: Map<string, Extract<CardConduct, { readonly _tag: "declined" }>>
  /**
   * Charges that failed inside of Stripe. Each function completes one of them, by our reference.
   */
  readonly unfinished: Map<string, () => void>
  /** Returns the fake's time, in seconds since the epoch. */
  readonly now: () => number
  readonly sendEvent: SendEvent
  /** True if the next charge takes half of its amount. */
  takesHalf: boolean
  /** The kind of call that fails inside of Stripe. Stripe then keeps its 500 under the key. */
  failsNext: CallKind | null
  /** The code with which all refunds are refused. Null if they are not. */
  refusesRefunds: string | null
}

/** Returns a new id in Stripe's form. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`

/** Stores a payment with its changes. */
export const keep = (
  { payments }: FakeStore,
  kept: KeptPayment,
  changes: Partial<Stripe.PaymentIntent>,
  charge: Stripe.Charge | null = kept.charge
): KeptPayment => {
  const payment = { ...kept.payment, latest_charge: charge?.id ?? null, ...changes }
  const next = { ...kept, payment, charge }
  payments.set(payment.id, next)
  return next
}
