import type { FakeStore } from "../FakeStore.ts"
import type { FormTree } from "../form.ts"
import { metadataIn } from "../paymentForms.ts"
import { missing } from "../refusals.ts"
import { customerView, priceView, subscriptionView } from "./billingViews.ts"
import { billUntil, type FakeSubscription } from "./FakeSubscription.ts"
import { pageOf } from "./pageOf.ts"

interface Asked {
  readonly account: string
  readonly form: FormTree
}

const expandedIn = ({ form }: Asked, prefix = ""): ((path: string) => boolean) => {
  const paths = new Set(Array.isArray(form.expand) ? form.expand.map(String) : [])
  return (path) =>
    paths.has(`${prefix}${path}`) || [...paths].some((each) => each.startsWith(`${prefix}${path}.`))
}

const billed = (store: FakeStore, subscription: FakeSubscription): FakeSubscription => {
  billUntil(subscription, store.now())
  return subscription
}

const subscriptionOf = (store: FakeStore, { account }: Asked, id: string): FakeSubscription => {
  const found = store.billing.subscriptions.get(id)
  if (found === undefined || found.account !== account) throw missing("subscription", id)
  return billed(store, found)
}

type Route = (store: FakeStore, asked: Asked, id: string) => object

/** The calls of Stripe Billing, by method and path. */
export const billingRoutes: Readonly<Record<string, Route>> = {
  "GET account": (_, { account }) => ({ id: `acct_fake${account}`, object: "account" }),
  "GET prices": (store, asked) =>
    pageOf(store.billing.prices, asked.form, "price", (price) =>
      price.account === asked.account
        ? priceView(price, expandedIn(asked, "data.")("product"))
        : null
    ),
  "GET customers": (store, asked) => {
    const isExpanded = expandedIn(asked, "data.")("invoice_settings.default_payment_method")
    return pageOf(store.customers, asked.form, "customer", ({ account, customer }) =>
      account === asked.account ? customerView(store, customer.id, isExpanded) : null
    )
  },
  "GET customers/:id/payment_methods": (store, { account, form }, id) => {
    if (store.customers.get(id)?.account !== account) throw missing("customer", id)
    const limit = Math.min(Number(form.limit ?? 10), 100)
    const newest = (store.billing.cards.get(id) ?? []).toReversed()
    const data = newest.slice(0, limit).map((each) => store.methods.get(each)?.method)
    const url = `/v1/customers/${id}/payment_methods`
    return { object: "list", url, data, has_more: newest.length > limit }
  },
  "GET subscriptions": (store, asked) => {
    const expands = expandedIn(asked, "data.")
    return pageOf(store.billing.subscriptions, asked.form, "subscription", (each) =>
      each.account === asked.account && billed(store, each).status !== "canceled"
        ? subscriptionView(store, each, expands)
        : null
    )
  },
  "GET subscriptions/:id": (store, asked, id) =>
    subscriptionView(store, subscriptionOf(store, asked, id), expandedIn(asked)),
  "POST subscriptions/:id": (store, asked, id) => {
    const { form } = asked
    const subscription = subscriptionOf(store, asked, id)
    if (subscription.status === "canceled") throw missing("subscription", id)
    if (form.pause_collection !== undefined) subscription.isPaused = form.pause_collection !== ""
    if (form.metadata !== undefined) {
      const metadata = { ...subscription.metadata, ...metadataIn(form) }
      subscription.metadata = Object.fromEntries(
        Object.entries(metadata).filter(([, value]) => value !== "")
      )
    }
    return subscriptionView(store, subscription, expandedIn(asked))
  },
  "GET invoiceitems": (store, { account, form }) =>
    pageOf(store.billing.pendingItems, form, "invoiceitem", (item) =>
      item.account === account ? item.view : null
    ),
  "GET charges": (store, { account, form }) =>
    pageOf(store.billing.charges, form, "charge", (charge) =>
      charge.account === account ? charge.view : null
    )
}
