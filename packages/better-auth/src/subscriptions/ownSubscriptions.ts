import { isEngineError, type Subscription } from "@payloom/core"
import type { Billing } from "../Billing.ts"
import { findCustomer } from "../customers/findCustomer.ts"
import { BILLING_ERROR_CODES, refusal } from "../errors.ts"
import type { Owner } from "../Owner.ts"
import { type BillingSubscription, toBillingSubscription } from "./views.ts"

/** Returns all subscriptions of an owner, newest first. Empty if the owner has no customer. */
export const subscriptionsOf = async (
  { merchant }: Billing,
  owner: Owner
): Promise<ReadonlyArray<Subscription>> => {
  const customer = await findCustomer(merchant, owner)
  const subscriptions: Array<Subscription> = []
  if (customer === null) return subscriptions
  for await (const one of allOf(merchant, customer.id)) subscriptions.push(one)
  return subscriptions
}

/** Iterates over a customer's subscriptions. A customer who pays for them has few. */
export const allOf = (
  merchant: Billing["merchant"],
  customer: string
): AsyncIterable<Subscription> => merchant.subscriptions.iterate({ customer, limit: 100 })

/**
 * Returns a subscription of an owner. The subscription of somebody else is refused like one that
 * does not exist.
 */
export const ownSubscription = async (
  { merchant }: Billing,
  owner: Owner,
  id: string
): Promise<Subscription> => {
  const customer = await findCustomer(merchant, owner)
  const subscription = customer === null ? null : await retrieved(merchant, id)
  if (subscription !== null && subscription.customer === customer?.id) return subscription
  throw refusal("NOT_FOUND", BILLING_ERROR_CODES.SUBSCRIPTION_NOT_FOUND)
}

const retrieved = async (
  merchant: Billing["merchant"],
  id: string
): Promise<Subscription | null> => {
  try {
    return await merchant.subscriptions.retrieve(id)
  } catch (error) {
    if (isEngineError(error) && error._tag === "ResourceNotFound") return null
    throw error
  }
}

/** Returns the subscriptions as browsers get them. */
export const asViews = async (
  billing: Billing,
  subscriptions: ReadonlyArray<Subscription>
): Promise<ReadonlyArray<BillingSubscription>> => {
  const names = new Map(
    [...(await billing.planIds())].flatMap(([name, ids]) => ids.map((id) => [id, name] as const))
  )
  const now = billing.now()
  return subscriptions.map((subscription) => toBillingSubscription(subscription, names, now))
}
