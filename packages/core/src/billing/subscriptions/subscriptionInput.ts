import { Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { BillingInterval } from "../../kernel/primitives/BillingInterval.ts"
import { CurrencyCode } from "../../kernel/primitives/CurrencyCode.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { Metadata } from "../../kernel/primitives/Metadata.ts"
import { MinorAmount } from "../../kernel/primitives/MinorAmount.ts"
import { missingField } from "../../kernel/primitives/missingField.ts"
import { CustomerId, PaymentInstrumentId, PlanId } from "../../kernel/primitives/PublicId.ts"
import { Timestamp } from "../../kernel/primitives/Timestamp.ts"
import { TrialDays } from "../Terms.ts"
import { PauseBehavior } from "./Subscription.ts"

/** The terms of a subscription: a plan, or terms without a plan. */
export interface SubscriptionTerms {
  /** An active plan's id. It can't be combined with `amount`, `currency` and `interval`. */
  readonly plan?: string
  /** The price of each cycle, in minor units of the currency: `1250n` is 12.50 EUR. */
  readonly amount?: bigint
  /** An ISO 4217 code. A merchant account must settle the currency. */
  readonly currency?: string
  /** The billing interval. */
  readonly interval?: BillingInterval
  /** The length of the trial in days: 1 to 36,500. It replaces the plan's own. */
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

/** Checks that the terms have exactly one of two forms: a plan, or all of the other terms. */
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
    ? missingField("plan", "or else amount, currency and interval are required")
    : missingField(missing, "is required if there is no plan")
}

/** The input of a new subscription: to a plan, or on terms of its own. */
export interface CreateSubscription extends SubscriptionTerms {
  /** The customer's id. */
  readonly customer: string
  /** The id of the customer's saved card or debit that is charged. */
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
  .pipe(
    Schema.encodeKeys({ paymentInstrument: "payment_instrument", trialDays: "trial_days" }),
    named("CreateSubscription")
  )

/** The terms of a preview. */
export const PreviewSubscription = Schema.Struct(termFields)
  .check(Schema.makeFilter(isOneForm))
  .pipe(Schema.encodeKeys({ trialDays: "trial_days" }))

/** The changes of a subscription. A field that is left out stays. */
export interface UpdateSubscription {
  /**
   * The id of another saved card or debit of the customer. An overdue amount is charged on it at
   * once.
   */
  readonly paymentInstrument?: string
  /** The keys to change. Other keys stay. An empty value removes its key. */
  readonly metadata?: Metadata
  /** Always refused: a subscription can't move to another plan. */
  readonly plan?: unknown
  /** Always refused, like `plan`. */
  readonly prorationBehavior?: unknown
}
/** The field is refused by its name, so its value can be anything. */
const Refused = Schema.Unknown.annotate({
  description: "Always refused, as plan_migration_unavailable: make a new subscription."
})

export const UpdateSubscription = Schema.Struct({
  paymentInstrument: Schema.optionalKey(PaymentInstrumentId),
  metadata: Schema.optionalKey(Metadata),
  plan: Schema.optionalKey(Refused),
  prorationBehavior: Schema.optionalKey(Refused)
}).pipe(
  Schema.encodeKeys({
    paymentInstrument: "payment_instrument",
    prorationBehavior: "proration_behavior"
  }),
  named("UpdateSubscription")
)

/** The input of a cancellation. */
export interface CancelSubscription {
  /** True by default: the subscription ends with its current period. With false it ends at once. */
  readonly cancelAtPeriodEnd?: boolean
  /** The reason, at most 500 characters. */
  readonly reason?: string
}
export const CancelSubscription = Schema.Struct({
  cancelAtPeriodEnd: Schema.optionalKey(Schema.Boolean),
  reason: Schema.optionalKey(freeText(500))
}).pipe(
  Schema.encodeKeys({ cancelAtPeriodEnd: "cancel_at_period_end" }),
  named("CancelSubscription")
)

/** The input of a pause. */
export interface PauseSubscription {
  /**
   * The effect on the schedule: `shift` moves it by the pause and is the default, `skip` leaves
   * cycles out.
   */
  readonly behavior?: PauseBehavior
  /**
   * The time at which it resumes by itself, in milliseconds since the epoch. Without it, it must be
   * resumed by a call.
   */
  readonly resumesAt?: number
}
export const PauseSubscription = Schema.Struct({
  behavior: Schema.optionalKey(PauseBehavior),
  resumesAt: Schema.optionalKey(Timestamp)
}).pipe(Schema.encodeKeys({ resumesAt: "resumes_at" }), named("PauseSubscription"))
