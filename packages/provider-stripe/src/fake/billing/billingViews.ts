import type { FakeStore } from "../FakeStore.ts"
import {
  endOf,
  type FakeInvoice,
  type FakePrice,
  type FakeSubscription,
  startOf
} from "./FakeSubscription.ts"

/** Returns a price as Stripe answers it. */
export const priceView = (price: FakePrice, expandsProduct = false): object => ({
  id: price.id,
  object: "price",
  active: true,
  billing_scheme: "per_unit",
  created: price.created,
  currency: price.currency,
  custom_unit_amount: null,
  metadata: {},
  nickname: null,
  product: expandsProduct
    ? { id: price.product, object: "product", active: true, name: `Product ${price.id}` }
    : price.product,
  recurring: {
    interval: price.interval.unit,
    interval_count: price.interval.count,
    usage_type: "licensed",
    trial_period_days: null
  },
  tiers_mode: null,
  transform_quantity: null,
  type: "recurring",
  unit_amount: price.amount,
  unit_amount_decimal: String(price.amount),
  ...price.raw
})

/** Returns an invoice as Stripe answers it, with the fields that say what was collected. */
const invoiceView = (
  subscription: FakeSubscription,
  { id, created, start, end, amount, status }: FakeInvoice
): object => ({
  id,
  object: "invoice",
  amount_due: amount,
  amount_paid: status === "paid" ? amount : 0,
  billing_reason: created === subscription.created ? "subscription_create" : "subscription_cycle",
  created,
  currency: subscription.price.currency,
  customer: subscription.customer,
  period_start: start,
  period_end: end,
  status
})

/** Returns a customer, with its default card in full if the path is expanded. */
export const customerView = (store: FakeStore, id: string, expandsCard: boolean): object => {
  const customer = store.customers.get(id)?.customer
  if (customer === undefined) return { id, object: "customer", deleted: true }
  const card = customer.invoice_settings.default_payment_method
  return expandsCard && typeof card === "string"
    ? {
        ...customer,
        invoice_settings: {
          ...customer.invoice_settings,
          default_payment_method: store.methods.get(card)?.method ?? null
        }
      }
    : customer
}

/** Returns a subscription as Stripe answers it. */
export const subscriptionView = (
  store: FakeStore,
  subscription: FakeSubscription,
  expands: (path: string) => boolean
): object => {
  const { id, customer, created, price, anchor, status, method, latest } = subscription
  return {
    id,
    object: "subscription",
    application_fee_percent: null,
    automatic_tax: { enabled: false },
    billing_cycle_anchor: anchor,
    billing_thresholds: null,
    cancel_at: subscription.cancelAtPeriodEnd ? endOf(subscription) : null,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    collection_method: "charge_automatically",
    created,
    currency: price.currency,
    customer: expands("customer")
      ? customerView(store, customer, expands("customer.invoice_settings.default_payment_method"))
      : customer,
    default_payment_method:
      method !== null && expands("default_payment_method")
        ? (store.methods.get(method)?.method ?? null)
        : method,
    default_source: null,
    default_tax_rates: [],
    discounts: [],
    items: {
      object: "list",
      has_more: false,
      data: [
        {
          id: `si_${id.slice(4)}`,
          object: "subscription_item",
          current_period_start: startOf(subscription),
          current_period_end: endOf(subscription),
          discounts: [],
          price: priceView(price),
          quantity: 1,
          tax_rates: []
        }
      ]
    },
    latest_invoice: expands("latest_invoice") ? invoiceView(subscription, latest) : latest.id,
    livemode: false,
    metadata: subscription.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: subscription.isPaused ? { behavior: "void", resumes_at: null } : null,
    pending_invoice_item_interval: null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status,
    transfer_data: null,
    trial_end: subscription.trialEnd,
    trial_start: subscription.trialEnd === null ? null : created,
    ...subscription.raw
  }
}
