import { type BillingInterval, intervalsAfter } from "@payloom/core"

/** Seconds between the draft of an invoice and its charge (docs.stripe.com/billing). */
const draftSeconds = 3600

/** Seconds in which the charge of an invoice is in flight. */
const chargeSeconds = 60

/** A price of the fake. `raw` replaces fields of its answer. */
export interface FakePrice {
  readonly account: string
  readonly id: string
  readonly created: number
  readonly product: string
  readonly amount: number
  readonly currency: string
  readonly interval: BillingInterval
  readonly raw: object
}

/** An invoice of one period. */
export interface FakeInvoice {
  readonly id: string
  readonly created: number
  readonly start: number
  readonly end: number
  readonly amount: number
  /** `void` if collection was paused when it was created. */
  status: "draft" | "open" | "paid" | "void"
}

/** A subscription that the fake bills by its clock. Times are in seconds since the epoch. */
export interface FakeSubscription {
  readonly account: string
  readonly id: string
  readonly customer: string
  readonly created: number
  readonly trialEnd: number | null
  price: FakePrice
  anchor: number
  status: "trialing" | "active" | "canceled"
  /** The position of the current period: it starts this many intervals after the anchor. */
  period: number
  isPaused: boolean
  cancelAtPeriodEnd: boolean
  method: string | null
  metadata: Readonly<Record<string, string>>
  latest: FakeInvoice
  /** An earlier invoice that is not paid yet. */
  unpaid: FakeInvoice | null
  /** The starts of the periods that Stripe was paid for since the fake began. */
  readonly billed: Array<number>
  /** Fields that replace those of its answer, for shapes that the fake doesn't bill. */
  raw: object
}

const at = ({ anchor, price }: FakeSubscription, period: number): number =>
  Math.floor(intervalsAfter(anchor * 1000, price.interval, period) / 1000)

/** Returns the start of the current period. */
export const startOf = (subscription: FakeSubscription): number =>
  subscription.status === "trialing" ? subscription.created : at(subscription, subscription.period)

/** Returns the end of the current period. */
export const endOf = (subscription: FakeSubscription): number =>
  subscription.status === "trialing"
    ? (subscription.trialEnd ?? 0)
    : at(subscription, subscription.period + 1)

/**
 * Bills a subscription up to a time: as Stripe does it, with an invoice at each boundary. It is
 * called before each access, so nothing runs in the background. An invoice is a draft for an hour
 * and is then charged. While collection is paused an invoice is void from the beginning, and those
 * from before the pause are charged all the same.
 */
export const billUntil = (subscription: FakeSubscription, now: number): void => {
  settle(subscription, now)
  while (subscription.status !== "canceled" && endOf(subscription) <= now) {
    const boundary = endOf(subscription)
    if (subscription.cancelAtPeriodEnd) {
      subscription.status = "canceled"
      return
    }
    subscription.period = subscription.status === "trialing" ? 0 : subscription.period + 1
    subscription.status = "active"
    if (subscription.latest.status !== "paid" && subscription.latest.status !== "void") {
      subscription.unpaid = subscription.latest
    }
    subscription.latest = {
      id: `in_${subscription.id.slice(4)}_${boundary}`,
      created: boundary,
      start: boundary,
      end: endOf(subscription),
      amount: subscription.price.amount,
      status: subscription.isPaused ? "void" : "draft"
    }
    settle(subscription, now)
  }
}

/** Moves the open invoices on: a draft is charged after an hour. */
const settle = (subscription: FakeSubscription, now: number): void => {
  for (const invoice of [subscription.unpaid, subscription.latest]) {
    if (invoice === null || invoice.status === "paid" || invoice.status === "void") continue
    if (now >= invoice.created + draftSeconds) invoice.status = "open"
    if (now >= invoice.created + draftSeconds + chargeSeconds) {
      invoice.status = "paid"
      subscription.billed.push(invoice.start)
      if (invoice === subscription.unpaid) subscription.unpaid = null
    }
  }
}
