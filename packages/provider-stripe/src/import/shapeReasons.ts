import type Stripe from "stripe"
import { isKnownCurrency, mostUnits } from "./objects.ts"
import type { LeftReason } from "./reasons.ts"

/** The facts about an account that a subscription alone doesn't show. */
export interface AccountFacts {
  /** The customers and subscriptions with items that wait for the next invoice. */
  readonly pendingItems: ReadonlySet<string>
}

const filled = (list: ReadonlyArray<unknown> | null | undefined): boolean =>
  list != null && list.length > 0

/**
 * Returns why the next invoice of a subscription would be more than its price times its quantity.
 * Nothing of that kind is guessed: such a subscription stays at Stripe.
 */
export const shapeReasons = (
  subscription: Stripe.Subscription,
  { pendingItems }: AccountFacts
): ReadonlyArray<LeftReason> => {
  const { items, id, customer } = subscription
  const [item] = items.data
  const owner = typeof customer === "string" ? customer : customer.id
  const isPending =
    subscription.pending_invoice_item_interval != null ||
    pendingItems.has(id) ||
    pendingItems.has(owner)
  const when = (isSo: boolean, reason: LeftReason): ReadonlyArray<LeftReason> =>
    isSo ? [reason] : []
  return [
    ...statusReasons(subscription),
    ...when(subscription.collection_method !== "charge_automatically", "invoice_sent_to_customer"),
    ...when(items.data.length !== 1 || items.has_more, "several_items"),
    ...(item === undefined ? [] : priceReasons(subscription, item)),
    ...when(isDiscounted(subscription), "discount"),
    ...when(isTaxed(subscription), "tax"),
    ...when(subscription.schedule != null, "schedule"),
    ...when(filled(subscription.billing_schedules), "billing_schedules"),
    ...when(subscription.pending_update != null, "pending_update"),
    ...when(isPending, "pending_invoice_items"),
    ...when(balanceOf(subscription) !== 0, "customer_balance"),
    ...when(isConnected(subscription), "connect"),
    ...when(subscription.managed_payments?.enabled === true, "managed_payments"),
    ...when(subscription.billing_thresholds != null, "billing_thresholds"),
    ...when(endsAtOddTime(subscription), "cancel_at_other_time")
  ]
}

const known: ReadonlySet<string> = new Set([
  "past_due",
  "unpaid",
  "incomplete",
  "incomplete_expired",
  "paused",
  "canceled"
])

const statusReasons = ({ status }: Stripe.Subscription): ReadonlyArray<LeftReason> => {
  if (status === "active" || status === "trialing") return []
  return [known.has(status) ? (`status_${status}` as LeftReason) : "status_unknown"]
}

const priceReasons = (
  { currency }: Stripe.Subscription,
  { price, quantity }: Stripe.SubscriptionItem
): ReadonlyArray<LeftReason> => {
  const { recurring } = price
  if (recurring == null) return ["not_recurring"]
  if (recurring.usage_type === "metered") return ["metered_price"]
  if (price.billing_scheme === "tiered") return ["tiered_price"]
  if (price.custom_unit_amount != null) return ["customer_chooses_price"]
  if (price.transform_quantity != null) return ["quantity_is_transformed"]
  if (!Number.isSafeInteger(price.unit_amount)) return ["price_in_fractions"]
  if (!isKnownCurrency(price.currency)) return ["currency_unknown"]
  if (recurring.interval_count > mostUnits) return ["interval_too_long"]
  if (price.currency !== currency) return ["price_in_another_currency"]
  const isWhole = Number.isSafeInteger(quantity) && (quantity ?? 0) >= 1
  return isWhole ? [] : ["quantity_missing"]
}

const isDiscounted = ({ discounts, items, customer }: Stripe.Subscription): boolean =>
  filled(discounts) ||
  items.data.some((item) => filled(item.discounts)) ||
  (typeof customer !== "string" && customer.deleted !== true && customer.discount != null)

const isTaxed = ({ automatic_tax, default_tax_rates, items }: Stripe.Subscription): boolean =>
  automatic_tax?.enabled === true ||
  filled(default_tax_rates) ||
  items.data.some((item) => filled(item.tax_rates))

const balanceOf = ({ customer }: Stripe.Subscription): number =>
  typeof customer === "string" || customer.deleted === true ? 0 : (customer.balance ?? 0)

const isConnected = (subscription: Stripe.Subscription): boolean =>
  subscription.application_fee_percent != null ||
  subscription.transfer_data != null ||
  subscription.on_behalf_of != null

const endsAtOddTime = ({ cancel_at, cancel_at_period_end, items }: Stripe.Subscription): boolean =>
  cancel_at != null && !cancel_at_period_end && cancel_at !== items.data[0]?.current_period_end
