import { randomBytes } from "node:crypto"
import type Stripe from "stripe"
import type { CardConduct, FakeCard } from "./cards.ts"

/** A payment, and what is known of it beside what Stripe tells. */
export interface KeptPayment {
  readonly account: string
  readonly payment: Stripe.PaymentIntent
  readonly charge: Stripe.Charge | null
  /** What is charged, once that is known. */
  readonly card: FakeCard | null
  readonly returnUrl: string | null
}

/** A check of a card. */
export interface KeptCheck {
  readonly account: string
  readonly setup: Stripe.SetupIntent
  /** The latest try of it; null before the first. */
  readonly attempt: Stripe.SetupAttempt | null
  readonly card: FakeCard | null
  readonly returnUrl: string | null
}

/** A PaymentMethod, and the card behind it. */
interface KeptMethod {
  readonly account: string
  readonly method: Stripe.PaymentMethod
  readonly card: FakeCard
  /** Without a Customer it is charged once. */
  readonly isUsed: boolean
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
interface KeptDispute {
  readonly account: string
  readonly dispute: Stripe.Dispute
}

/** What tells of news. */
type Tell = (account: string, type: string, object: object) => void

/** Everything that the fake remembers: objects by id, each replaced as it changes. */
export interface FakeStore {
  readonly payments: Map<string, KeptPayment>
  readonly checks: Map<string, KeptCheck>
  readonly methods: Map<string, KeptMethod>
  readonly customers: Map<string, KeptCustomer>
  readonly refunds: Map<string, KeptRefund>
  readonly disputes: Map<string, KeptDispute>
  /** How an account's acquirer declines every card, by the account's name. */
  readonly declining: Map<string, Extract<CardConduct, { readonly _tag: "declined" }>>
  /** Charges that Stripe broke down under: how to complete each, by our reference. */
  readonly unfinished: Map<string, () => void>
  /** Seconds since the epoch, by the fake's own clock. */
  readonly now: () => number
  readonly tell: Tell
  /** Whether the next charge takes half of what is asked. */
  takesHalf: boolean
  /** Whether the next charge breaks down inside of Stripe, which keeps its 500 under the key. */
  breaksInside: boolean
}

/** An id of Stripe's form. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`

/** Keeps a payment as it has become. */
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
