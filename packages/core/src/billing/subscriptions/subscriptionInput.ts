import { Schema } from "effect"
import { BillingInterval } from "../../kernel/primitives/BillingInterval.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { Metadata } from "../../kernel/primitives/Metadata.ts"
import { MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import { CustomerId, PaymentInstrumentId, PlanId } from "../../kernel/primitives/PublicId.ts"
import { Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { TrialDays } from "../Terms.ts"
import { PauseBehavior } from "./Subscription.ts"

/** What is subscribed to: a plan, or terms of their own. */
export interface SubscriptionTerms {
  /** An active plan's id: then without `amount`, `currency` and `interval`. */
  readonly plan?: string
  /** What each cycle costs, in minor units of the currency: `1250n` is 12.50 EUR. */
  readonly amount?: bigint
  /** An ISO 4217 code, of a currency that one of the merchant accounts settles. */
  readonly currency?: string
  /** How often it is billed. */
  readonly interval?: BillingInterval
  /** Tried out first for so many days, whatever the plan says: 1 to 36,500. */
  readonly trialDays?: number
}

const termFields = {
  plan: Schema.optionalKey(PlanId),
  amount: Schema.optionalKey(MinorAmount),
  currency: Schema.optionalKey(CurrencyCode),
  interval: Schema.optionalKey(BillingInterval),
  trialDays: Schema.optionalKey(TrialDays)
}

/** The fields of terms without a plan. */
const ownTerms = ["amount", "currency", "interval"] as const

/** Exactly one of the two forms: a plan, or all of the terms. */
export const isOneForm = (terms: SubscriptionTerms) => {
  const given = ownTerms.filter((field) => terms[field] !== undefined)
  const [surplus] = given
  if (terms.plan !== undefined) {
    return (
      surplus === undefined || {
        path: [surplus],
        issue: "can't be given beside a plan, which has its own: leave out one of the two"
      }
    )
  }
  const missing = ownTerms.find((field) => !given.includes(field))
  if (missing === undefined) return true
  return given.length === 0
    ? { path: ["plan"], issue: "or else amount, currency and interval are required" }
    : { path: [missing], issue: "is required where there is no plan" }
}

/** A subscription to make (operation 24, spec 4.8): to a plan, or on terms of its own. */
export interface CreateSubscription extends SubscriptionTerms {
  /** Who subscribes, by id. */
  readonly customer: string
  /** A saved card of theirs that is charged now and again, by id. */
  readonly paymentInstrument: string
  /** The merchant's own notes: at most 50 keys of 40 characters, with values of at most 500. */
  readonly metadata?: Metadata
}
export const CreateSubscription = Schema.Struct({
  customer: CustomerId,
  paymentInstrument: PaymentInstrumentId,
  ...termFields,
  metadata: Schema.optionalKey(Metadata)
})
  .check(Schema.makeFilter(isOneForm))
  .pipe(Schema.encodeKeys({ paymentInstrument: "payment_instrument", trialDays: "trial_days" }))
  .annotate({ identifier: "CreateSubscription" })

/** The terms alone, with how many cycles of them to look at. */
export const PreviewSubscription = Schema.Struct(termFields)
  .check(Schema.makeFilter(isOneForm))
  .pipe(Schema.encodeKeys({ trialDays: "trial_days" }))

/** What to change of a subscription (operation 27, spec 4.8). What is left out stays. */
export interface UpdateSubscription {
  /** Another saved card of the customer's, by id; what is overdue is tried on it at once. */
  readonly paymentInstrument?: string
  /** Keys that are named change, the others stay; an empty value takes its key away. */
  readonly metadata?: Metadata
  /** Refused, whatever it is: a subscription never moves to another plan. */
  readonly plan?: unknown
  /** Refused likewise. */
  readonly prorationBehavior?: unknown
}
/** It is refused by its name, so nothing needs to be known of its value. */
const Refused = Schema.Unknown.annotate({
  description: "Always refused, as plan_migration_unavailable: make a new subscription."
})

export const UpdateSubscription = Schema.Struct({
  paymentInstrument: Schema.optionalKey(PaymentInstrumentId),
  metadata: Schema.optionalKey(Metadata),
  plan: Schema.optionalKey(Refused),
  prorationBehavior: Schema.optionalKey(Refused)
})
  .pipe(
    Schema.encodeKeys({
      paymentInstrument: "payment_instrument",
      prorationBehavior: "proration_behavior"
    })
  )
  .annotate({ identifier: "UpdateSubscription" })

/** How a subscription is ended (operation 28, spec 4.8). */
export interface CancelSubscription {
  /** Whether it runs until the current period ends, which it does unless told; or ends at once. */
  readonly cancelAtPeriodEnd?: boolean
  /** At most 500 characters. */
  readonly reason?: string
}
export const CancelSubscription = Schema.Struct({
  cancelAtPeriodEnd: Schema.optionalKey(Schema.Boolean),
  reason: Schema.optionalKey(freeText(500))
})
  .pipe(Schema.encodeKeys({ cancelAtPeriodEnd: "cancel_at_period_end" }))
  .annotate({ identifier: "CancelSubscription" })

/** How a subscription is paused (operation 29, spec 4.8). */
export interface PauseSubscription {
  /** Whether the schedule moves by the pause, as it does unless told, or cycles are left out. */
  readonly behavior?: PauseBehavior
  /** When it goes on by itself, in milliseconds since the epoch; without it, when it is resumed. */
  readonly resumesAt?: number
}
export const PauseSubscription = Schema.Struct({
  behavior: Schema.optionalKey(PauseBehavior),
  resumesAt: Schema.optionalKey(Timestamp)
})
  .pipe(Schema.encodeKeys({ resumesAt: "resumes_at" }))
  .annotate({ identifier: "PauseSubscription" })
