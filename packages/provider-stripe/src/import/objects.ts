import {
  CurrencyCode,
  type ImportedCardInput,
  type ImportedCustomerInput,
  type ImportedHistoryInput,
  type ImportedPlanInput
} from "@payloom/core"
import { Schema } from "effect"
import type Stripe from "stripe"
import { amountFromStripe } from "../stripeAmounts.ts"
import { dueByIn } from "../stripeDisputes.ts"

const isCurrencyCode = Schema.is(CurrencyCode)

/**
 * Returns true if a currency, as Stripe writes it, is one of payments here. Old objects have
 * currencies that were withdrawn since, and others have none of ISO 4217.
 */
export const isKnownCurrency = (currency: string): boolean => isCurrencyCode(currency.toUpperCase())

/** The most units of an interval here. */
export const mostUnits = 1000

/** Returns the external id of an object of Stripe's. */
export const stripeId = (id: string): string => `stripe:${id}`

/** Returns a customer as it is brought over. */
export const customerInput = (customer: Stripe.Customer): ImportedCustomerInput => {
  const card = customer.invoice_settings?.default_payment_method ?? null
  return {
    externalId: stripeId(customer.id),
    email: customer.email ?? null,
    name: customer.name ?? null,
    country: customer.address?.country ?? null,
    postalCode: customer.address?.postal_code ?? null,
    defaultCard: card === null ? null : stripeId(typeof card === "string" ? card : card.id),
    metadata: customer.metadata ?? {}
  }
}

/**
 * Returns a card as it is brought over, with the token that Stripe's connector charges: the
 * PaymentMethod and the Customer that it is attached to. Null for other methods.
 */
export const cardInput = (
  { id, card }: Stripe.PaymentMethod,
  customer: string
): ImportedCardInput | null =>
  card == null
    ? null
    : {
        externalId: stripeId(id),
        customer: stripeId(customer),
        vaultReference: id,
        token: `${id}:${customer}`,
        brand: card.brand,
        last4: card.last4,
        expMonth: card.exp_month,
        expYear: card.exp_year,
        funding: card.funding,
        country: card.country ?? "ZZ",
        fingerprint: card.fingerprint ?? id
      }

/** Returns the default card of a customer. Null if it has none, or another method. */
export const defaultCardOf = (customer: Stripe.Customer): ImportedCardInput | null => {
  const method = customer.invoice_settings?.default_payment_method ?? null
  return method === null || typeof method === "string" ? null : cardInput(method, customer.id)
}

const units = { day: "day", week: "week", month: "month", year: "year" } as const

/** Returns a price as a plan. Null if a plan can't have such a price. */
export const planInput = (price: Stripe.Price): ImportedPlanInput | null => {
  const { recurring, unit_amount, currency, product } = price
  const isPlain =
    recurring != null &&
    recurring.usage_type !== "metered" &&
    price.billing_scheme !== "tiered" &&
    price.custom_unit_amount == null &&
    price.transform_quantity == null &&
    recurring.interval_count <= mostUnits &&
    isKnownCurrency(currency) &&
    Number.isSafeInteger(unit_amount)
  if (!isPlain || !Object.hasOwn(units, recurring.interval)) return null
  const amount = amountFromStripe(unit_amount ?? 0, currency)
  if (amount < 0n) return null
  const named = typeof product === "string" || product.deleted === true ? null : product
  return {
    externalId: stripeId(price.id),
    name: (price.nickname ?? named?.name ?? price.id).slice(0, 255),
    amount,
    currency: currency.toUpperCase(),
    interval: {
      unit: units[recurring.interval as keyof typeof units],
      count: recurring.interval_count
    },
    isActive: price.active && named?.active !== false
  }
}

/** Returns a charge as history. Null if its currency or its unit is not known here. */
export const chargeInput = (charge: Stripe.Charge): ImportedHistoryInput | null => {
  const amount = amountFromStripe(charge.amount, charge.currency)
  if (amount < 0n || !isKnownCurrency(charge.currency)) return null
  const { customer } = charge
  const owner = customer === null || typeof customer === "string" ? customer : customer.id
  return {
    externalId: stripeId(charge.id),
    kind: "payment",
    customer: owner === null ? null : stripeId(owner),
    amount,
    currency: charge.currency.toUpperCase(),
    at: charge.created * 1000,
    status: charge.refunded ? "refunded" : charge.status
  }
}

const ended: ReadonlySet<string> = new Set(["won", "lost", "warning_closed", "prevented"])

/** Returns an open dispute as history, with the deadline of its evidence. Null if it has ended. */
export const disputeInput = (dispute: Stripe.Dispute): ImportedHistoryInput | null => {
  const amount = amountFromStripe(dispute.amount, dispute.currency)
  const isKept = amount >= 0n && isKnownCurrency(dispute.currency) && !ended.has(dispute.status)
  if (!isKept) return null
  return {
    externalId: stripeId(dispute.id),
    kind: "dispute",
    customer: null,
    amount,
    currency: dispute.currency.toUpperCase(),
    at: dueByIn(dispute.evidence_details ?? { due_by: null }) ?? dispute.created * 1000,
    status: dispute.status
  }
}
