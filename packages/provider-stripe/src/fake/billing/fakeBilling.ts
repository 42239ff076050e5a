import type { BillingInterval } from "@payloom/core"
import { cardByName } from "../cards.ts"
import type { FakeStore } from "../FakeStore.ts"
import { cardMethod, customer } from "../objects.ts"
import { subscriptionView } from "./billingViews.ts"
import { billUntil, type FakePrice, type FakeSubscription } from "./FakeSubscription.ts"

interface KeptView {
  readonly account: string
  readonly view: { readonly id: string }
}

/** The objects of Stripe Billing that the fake stores, by id. */
export interface BillingStore {
  readonly prices: Map<string, FakePrice>
  readonly subscriptions: Map<string, FakeSubscription>
  readonly pendingItems: Map<string, KeptView>
  readonly charges: Map<string, KeptView>
  /** The ids of the cards of each customer, the oldest first. */
  readonly cards: Map<string, Array<string>>
}

/** Creates the empty store of Stripe Billing. */
export const emptyBilling = (): BillingStore => ({
  prices: new Map(),
  subscriptions: new Map(),
  pendingItems: new Map(),
  charges: new Map(),
  cards: new Map()
})

/** A price to add. */
export interface NewFakePrice {
  readonly id: string
  /** In Stripe's units. */
  readonly amount: number
  /** In lower case. */
  readonly currency: string
  readonly interval: BillingInterval
  /** Fields that replace those of the answer, such as `{ billing_scheme: "tiered" }`. */
  readonly raw?: object
}

/** A subscription to add, with a customer and a card of its own. Times are in seconds. */
export interface NewFakeSubscription {
  /** The end of its id and of those of its customer and card. */
  readonly id: string
  readonly price: string
  /** The time from which cycles are counted. The latest invoice before now is paid. */
  readonly anchor: number
  /** The end of a trial that runs. None if absent. */
  readonly trialEnd?: number
  /** The name of a card of the test mode, such as `pm_card_visa`, which is the default. */
  readonly card?: string
  readonly metadata?: Readonly<Record<string, string>>
  /** Fields that replace those of the answer. */
  readonly raw?: object
  /** Fields that replace those of its customer. */
  readonly customer?: object
}

/** A charge as the API answers it. */
interface FakeCharge {
  readonly id: string
  readonly [field: string]: unknown
}

/** Stripe Billing of the fake, as tests arrange it and look into it. */
export interface FakeBilling {
  readonly addPrice: (price: NewFakePrice, account?: string) => void
  /** Adds a subscription. Returns its id. */
  readonly subscribe: (subscription: NewFakeSubscription, account?: string) => string
  /** Returns a subscription as of the fake's time, to look into it and to change it. */
  readonly subscription: (id: string) => FakeSubscription
  /** Attaches a further card to a customer. Returns its id. */
  readonly addCard: (customer: string, card?: string) => string
  /** Gives a customer another default card, as in the customer portal. Returns its id. */
  readonly changeCard: (id: string, card: string) => string
  /** Adds an item that the next invoice of a customer would have. */
  readonly addPendingItem: (customer: string, amount: number) => void
  /** Adds a charge of the past. */
  readonly addCharge: (charge: FakeCharge, account?: string) => void
  /** Returns all subscriptions as of the fake's time. */
  readonly all: () => Iterable<FakeSubscription>
  /** Returns a subscription as the API answers it, with everything expanded, for exports. */
  readonly exported: (id: string) => object
}

/** Creates the view on Stripe Billing for tests. */
export const fakeBilling = (store: FakeStore, usualAccount: string): FakeBilling => {
  const { billing, now } = store
  const current = (id: string): FakeSubscription => {
    const found = billing.subscriptions.get(id)
    if (found === undefined) throw new Error(`There is no subscription ${id}.`)
    billUntil(found, now())
    return found
  }
  return {
    addPrice: ({ raw = {}, ...price }, account = usualAccount) => {
      const product = `prod_${price.id.replace(/^price_/, "")}`
      billing.prices.set(price.id, { ...price, account, product, created: now(), raw })
    },
    subscribe: (given, account = usualAccount) => subscribe(store, given, account),
    subscription: current,
    addCard: (customerId, name = "pm_card_visa") => {
      const kept = store.customers.get(customerId)
      if (kept === undefined) throw new Error(`There is no customer ${customerId}.`)
      const id = `${customerId.replace(/^cus_/, "pm_")}_${store.methods.size}`
      addMethod(store, id, name, customerId, kept.account)
      return id
    },
    changeCard: (id, name) => {
      const subscription = current(id)
      const method = `${id.replace(/^sub_/, "pm_")}_${store.methods.size}`
      addMethod(store, method, name, subscription.customer, subscription.account)
      const kept = store.customers.get(subscription.customer)
      if (kept !== undefined) {
        const settings = { ...kept.customer.invoice_settings, default_payment_method: method }
        const changed = { ...kept.customer, invoice_settings: settings }
        store.customers.set(subscription.customer, { ...kept, customer: changed })
      }
      return method
    },
    addPendingItem: (customerId, amount) => {
      const id = `ii_${billing.pendingItems.size}`
      const view = { id, object: "invoiceitem", customer: customerId, amount, currency: "eur" }
      billing.pendingItems.set(id, { account: usualAccount, view })
    },
    addCharge: (view, account = usualAccount) => {
      billing.charges.set(view.id, { account, view })
    },
    all: function* () {
      for (const subscription of billing.subscriptions.values()) {
        billUntil(subscription, now())
        yield subscription
      }
    },
    exported: (id) => subscriptionView(store, current(id), () => true)
  }
}

const addMethod = (
  { methods, billing, now }: FakeStore,
  id: string,
  name: string,
  owner: string,
  account: string
): void => {
  const card = cardByName(name)
  if (card === undefined) throw new Error(`There is no card ${name}.`)
  const method = { ...cardMethod({ id, created: now() }, card), customer: owner }
  methods.set(id, { account, method, card, isUsed: true })
  const own = billing.cards.get(owner) ?? []
  own.push(id)
  billing.cards.set(owner, own)
}

const subscribe = (store: FakeStore, given: NewFakeSubscription, account: string): string => {
  const { billing, now } = store
  const price = billing.prices.get(given.price)
  if (price === undefined) throw new Error(`There is no price ${given.price}.`)
  const id = `sub_${given.id}`
  const owner = `cus_${given.id}`
  const method = `pm_${given.id}`
  addMethod(store, method, given.card ?? "pm_card_visa", owner, account)
  const base = customer({ id: owner, created: given.anchor, email: `${given.id}@example.com` })
  const invoice_settings = { ...base.invoice_settings, default_payment_method: method }
  store.customers.set(owner, {
    account,
    customer: { ...base, invoice_settings, ...given.customer }
  })
  const trialEnd = given.trialEnd ?? null
  const created = Math.min(given.anchor, now())
  const made: FakeSubscription = {
    account,
    id,
    customer: owner,
    created,
    trialEnd,
    price,
    anchor: trialEnd ?? given.anchor,
    status: trialEnd === null ? "active" : "trialing",
    period: 0,
    isPaused: false,
    cancelAtPeriodEnd: false,
    method: null,
    metadata: given.metadata ?? {},
    latest: {
      id: `in_${given.id}`,
      created,
      start: created,
      end: trialEnd ?? created,
      amount: trialEnd === null ? price.amount : 0,
      status: "paid"
    },
    unpaid: null,
    billed: [],
    raw: given.raw ?? {}
  }
  billing.subscriptions.set(id, made)
  billUntil(made, now())
  // Everything before the fake began is past.
  made.billed.length = 0
  return id
}
