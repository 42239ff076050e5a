import { intervalsBetween } from "@payloom/core"
import { readSubscription } from "./readSubscription.ts"
import { pagesOf, type StripeReader } from "./StripeReader.ts"

/** One subscription in a plan: its next charge here, or why there is none. */
export interface PlannedSubscription {
  /** The id at Stripe. */
  readonly subscription: string
  /** The customer's id at Stripe. */
  readonly customer: string
  /** The customer's email address at Stripe. Null if unknown. */
  readonly email: string | null
  readonly status: string
  /** The time of the next charge, in milliseconds since the epoch. Null if it can't come over. */
  readonly nextCharge: number | null
  /** The amount of the next charge in minor units. Null if it can't come over, or ends before. */
  readonly amount: bigint | null
  /** An ISO 4217 code. */
  readonly currency: string
  /** The codes of why it stays, or waits. Empty if it can be brought over now. */
  readonly reasons: ReadonlyArray<string>
}

/** A dry run of an import. */
export interface Planning {
  readonly reader: StripeReader
  /** The currencies that a merchant account here takes. */
  readonly currencies: ReadonlySet<string>
  /** The id of the import, if there is one: what it has frozen is not paused by somebody else. */
  readonly importId: string | null
  readonly now: () => number
  readonly marginMs: number
}

/** Reads all subscriptions, and returns what would become of each. Nothing is written anywhere. */
export async function* planImport(planning: Planning): AsyncGenerator<PlannedSubscription> {
  const { reader, currencies, importId, now, marginMs } = planning
  const pendingItems = await reader.pendingItems()
  const context = { importId: importId ?? "none", marginMs, pendingItems }
  for await (const { data } of pagesOf(reader, "subscriptions", null)) {
    for (const subscription of data) {
      const { input, customer, id } = readSubscription(subscription, { ...context, now: now() })
      const { terms } = input
      const here =
        terms === null
          ? []
          : [
              ...(currencies.has(terms.currency) ? [] : ["no_account_takes_this_price"]),
              ...(intervalsBetween(terms.anchor, terms.interval, terms.nextCharge) === null
                ? ["anchor_differs"]
                : [])
            ]
      const comes = terms !== null && here.length === 0
      yield {
        subscription: id,
        customer: input.customer.slice("stripe:".length),
        email: customer?.email ?? null,
        status: input.status,
        nextCharge: comes ? terms.nextCharge : null,
        amount: comes && !terms.cancelAtPeriodEnd ? terms.amount : null,
        currency: subscription.currency.toUpperCase(),
        reasons: [...input.reasons, ...here]
      }
    }
  }
}
