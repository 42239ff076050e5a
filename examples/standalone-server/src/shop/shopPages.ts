import type { Plan, Subscription } from "@payloom/core"
import type { Asset } from "@payloom/example-kit/bundle"
import { testCards } from "@payloom/testkit"
import { html } from "hono/html"
import { dayOf, layout, price } from "./layout.ts"
import { type Order, type OrderStatus, product, type SeenOrder } from "./orders.ts"

const shownCards = [
  "approved",
  "insufficient_funds",
  "three_ds_challenge",
  "incorrect_cvc",
  "cascade",
  "slow",
  "pending"
] as const

const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, "$1 ")

/** The shop window: what is sold, what can be subscribed to, and who did. */
export const productPage = (style: Asset, plan: Plan, members: ReadonlyArray<Subscription>) =>
  layout(
    style,
    "Demo shop",
    html`<h1>Demo shop</h1>
<section>
<h2>${product.name}</h2>
<p class="price">${price(product)}</p>
<form method="post" action="/shop/orders"><button>Buy now</button></form>
</section>
<section>
<h2>${plan.name}</h2>
<p class="price">${price(plan)} a month</p>
<p>${plan.trial?.days} days free. What months bring happens here at the press of a button: renewals,
declined cards, a pause, the end.</p>
<form method="post" action="/shop/subscriptions"><button>Subscribe</button></form>
${members.length === 0 ? "" : membersOf(members)}
</section>
<section>
<h2>Test cards</h2>
<p>No money moves here. Any date ahead and any security code will do.</p>
<table>
<thead><tr><th scope="col">Number</th><th scope="col">What it does</th></tr></thead>
<tbody>
${shownCards.map(
  (name) => html`<tr><td><code>${grouped(testCards[name].number)}</code></td>
<td>${testCards[name].does}</td></tr>`
)}
</tbody>
</table>
</section>`
  )

const membersOf = (members: ReadonlyArray<Subscription>) => html`<h3>Subscriptions so far</h3>
<ul>
${members.map(
  ({ id, status, created }) => html`<li><a href="/shop/subscriptions/${id}">${dayOf(created)}</a>,
<code>${status}</code></li>`
)}
</ul>`

const news: Readonly<Record<OrderStatus, string>> = {
  paid: "Thank you, your order is paid",
  under_way: "Your payment is under way",
  not_paid: "This order is not paid",
  mismatch: "Something else was paid than was ordered"
}

const storyLink = (payment: string) => html`<p><a href="/live/payments/${payment}">The payment's
story</a>, for who has the secret key.</p>`

const shipping = ({ shippedBy }: Order, isExpected: boolean) => {
  if (shippedBy !== null) return html`by the webhook <code>${shippedBy}</code>`
  return isExpected ? "as soon as the webhook is here" : "no"
}

/** What became of an order. */
export const orderPage = (style: Asset, { order, status, isExpected, payment }: SeenOrder) =>
  layout(
    style,
    news[status],
    html`<h1>${news[status]}</h1>
<dl>
<dt>Ordered</dt><dd>${product.name}, ${price(order)}</dd>
<dt>Order</dt><dd><code>${order.id}</code></dd>
<dt>Session</dt><dd><code>${order.session}</code></dd>
<dt>Shipped</dt><dd>${shipping(order, isExpected)}</dd>
</dl>
<p>This page asked the API whether the session succeeded, with the amount and the currency that were
ordered. What ships the coffee is the webhook, which comes also where nobody looks at this page.</p>
${payment === null ? "" : storyLink(payment)}
<p><a href="/">Back to the shop</a></p>`
  )
