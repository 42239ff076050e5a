import type {
  ImportedCardInput,
  ImportedCustomerInput,
  ImportedPlanInput,
  ImportedSubscriptionInput
} from "@payloom/core"
import type Stripe from "stripe"
import { amountFromStripe } from "../stripeAmounts.ts"
import { type NextCharge, nextCharge } from "./nextCharge.ts"
import { cardInput, customerInput, planInput, stripeId } from "./objects.ts"
import { isWait, type LeftReason } from "./reasons.ts"
import { type AccountFacts, shapeReasons } from "./shapeReasons.ts"

/** A subscription of Stripe's as it would continue here, with the objects that it needs. */
export interface ReadSubscription {
  readonly id: string
  readonly input: ImportedSubscriptionInput
  readonly customer: ImportedCustomerInput | null
  readonly card: ImportedCardInput | null
  readonly plan: ImportedPlanInput | null
  /** True if this import has frozen it at Stripe. */
  readonly isFrozen: boolean
  /** True if it has ended at Stripe. */
  readonly isEnded: boolean
  /** True if Stripe let a whole period pass without a charge since it was frozen. */
  readonly isVoided: boolean
  /** The end of the current period, in seconds since the epoch. */
  readonly periodEnd: number
}

/** The things that a subscription is read against. */
export interface ReadingContext extends AccountFacts {
  /** The import's id, with which frozen subscriptions are marked. */
  readonly importId: string
  /** The time, in milliseconds since the epoch. */
  readonly now: number
  /** The time before the end of a period in which nothing is frozen, in milliseconds. */
  readonly marginMs: number
}

/** The keys of metadata with which a frozen subscription is marked. */
export const frozenKeys = { import: "payloom_import", until: "payloom_until" } as const

/** Reads a subscription whose customer, cards and latest invoice are expanded. */
export const readSubscription = (
  subscription: Stripe.Subscription,
  context: ReadingContext
): ReadSubscription => {
  const { id, customer: owner, status, items } = subscription
  const customer = typeof owner === "string" || owner.deleted === true ? null : owner
  const [item] = items.data
  const paying = payingMethod(subscription, customer)
  const isFrozen = isFrozenBy(subscription, context.importId)
  const next = nextCharge(subscription, isFrozen, context)
  const reasons = [
    ...new Set<string>([
      ...shapeReasons(subscription, context),
      ...(customer === null ? ["customer_missing"] : []),
      ...(typeof paying === "string" ? [paying] : []),
      ...(subscription.pause_collection != null && !isFrozen ? ["paused_at_stripe"] : []),
      ...next.reasons
    ])
  ]
  const isLeft = reasons.some((reason) => !isWait(reason))
  const price = item?.price ?? null
  const isReadable = !isLeft && price !== null && customer !== null && typeof paying !== "string"
  const plan = isReadable ? planInput(price) : null
  const terms = isReadable && plan !== null ? termsOf(subscription, paying, plan, next) : null
  const unread = !isLeft && terms === null ? ["price_in_fractions"] : []
  return {
    id,
    input: {
      externalId: stripeId(id),
      customer: stripeId(typeof owner === "string" ? owner : owner.id),
      terms,
      status,
      reasons: [...reasons, ...unread]
    },
    customer: customer === null ? null : customerInput(customer),
    card: customer === null || typeof paying === "string" ? null : cardInput(paying, customer.id),
    plan,
    isFrozen,
    isEnded: status === "canceled" || status === "incomplete_expired",
    isVoided: next.isVoided,
    periodEnd: item?.current_period_end ?? 0
  }
}

const isFrozenBy = (
  { pause_collection, metadata }: Stripe.Subscription,
  importId: string
): boolean =>
  pause_collection?.behavior === "void" &&
  pause_collection.resumes_at == null &&
  metadata[frozenKeys.import] === importId

/** Returns the card that Stripe charges, or the code of why there is none. */
const payingMethod = (
  { default_payment_method, default_source }: Stripe.Subscription,
  customer: Stripe.Customer | null
): Stripe.PaymentMethod | LeftReason => {
  const own = default_payment_method ?? null
  const shared = customer?.invoice_settings.default_payment_method ?? null
  const method = own ?? (default_source == null ? shared : null)
  if (method === null || typeof method === "string") {
    const isLegacy = default_source != null || customer?.default_source != null
    return isLegacy ? "card_is_legacy_source" : "card_missing"
  }
  return method.type === "card" && method.card != null ? method : "not_a_card"
}

const termsOf = (
  subscription: Stripe.Subscription,
  paying: Stripe.PaymentMethod,
  plan: ImportedPlanInput,
  { at }: NextCharge
): ImportedSubscriptionInput["terms"] => {
  const [item] = subscription.items.data
  const quantity = item?.quantity ?? 1
  const unit = item?.price.unit_amount ?? 0
  const counted = unit * quantity
  if (!Number.isSafeInteger(counted)) return null
  const amount = amountFromStripe(counted, subscription.currency)
  if (amount < 0n) return null
  const { [frozenKeys.import]: _, [frozenKeys.until]: __, ...metadata } = subscription.metadata
  return {
    card: stripeId(paying.id),
    // A plan has one price. Several units of it are terms of their own.
    plan: quantity === 1 ? plan.externalId : null,
    amount,
    currency: subscription.currency.toUpperCase(),
    interval: plan.interval,
    anchor: subscription.billing_cycle_anchor * 1000,
    nextCharge: at,
    isTrialing: subscription.status === "trialing",
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at != null,
    since: subscription.start_date * 1000,
    metadata
  }
}
