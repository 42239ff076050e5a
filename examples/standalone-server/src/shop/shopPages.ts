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

/** Returns the shop's first page: its product, its plan, and the subscriptions. */
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
<p>${plan.trial?.days} days free. A button moves time ahead by months, with renewals,
declined cards, pauses and the end.</p>
<form method="post" action="/shop/subscriptions"><button>Subscribe</button></form>
${members.length === 0 ? "" : membersOf(members)}
</section>
<section>
<h2>Test cards</h2>
<p>No money moves here. Use any future date and any security code.</p>
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

const titles: Readonly<Record<OrderStatus, string>> = {
  paid: "Thank you, your order is paid",
  under_way: "Your payment is in progress",
  not_paid: "This order is not paid",
  mismatch: "The payment differs from the order"
}

const consoleLink = (payment: string) => html`<p><a href="/console/payments/${payment}">The payment
in the operator's console</a>: refund it, and see why it went where it did.</p>`

const shipping = ({ shippedBy }: Order, isExpected: boolean) => {
  if (shippedBy !== null) return html`by the webhook <code>${shippedBy}</code>`
  return isExpected ? "as soon as the webhook arrives" : "no"
}

/** Returns the page with an order's status. */
export const orderPage = (style: Asset, { order, status, isExpected, payment }: SeenOrder) =>
  layout(
    style,
    titles[status],
    html`<h1>${titles[status]}</h1>
<dl>
<dt>Ordered</dt><dd>${product.name}, ${price(order)}</dd>
<dt>Order</dt><dd><code>${order.id}</code></dd>
<dt>Session</dt><dd><code>${order.session}</code></dd>
<dt>Shipped</dt><dd>${shipping(order, isExpected)}</dd>
</dl>
<p>This page has asked the API if the session succeeded, with the amount and the currency of the
order. The webhook ships the coffee. It arrives even if nobody opens this page.</p>
${payment === null ? "" : consoleLink(payment)}
<p><a href="/">Back to the shop</a></p>`
  )
