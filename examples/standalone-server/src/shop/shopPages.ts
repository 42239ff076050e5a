import type { Asset } from "@payloom/example-kit/bundle"
import { testCards } from "@payloom/testkit"
import { html } from "hono/html"
import { type Order, type OrderStatus, product } from "./orders.ts"

type Html = ReturnType<typeof html>

const layout = (style: Asset, title: string, body: Html) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style.path}" integrity="${style.hash}">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`

const shownCards = [
  "approved",
  "insufficient_funds",
  "three_ds_challenge",
  "incorrect_cvc",
  "cascade",
  "slow",
  "pending"
] as const

const price = ({ amount, currency }: { readonly amount: string; readonly currency: string }) =>
  new Intl.NumberFormat("en", { style: "currency", currency }).format(Number(amount) / 100)

const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, "$1 ")

/** The shop window. */
export const productPage = (style: Asset) =>
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

const news: Readonly<Record<OrderStatus, string>> = {
  paid: "Thank you, your order is paid",
  under_way: "Your payment is under way",
  not_paid: "This order is not paid",
  mismatch: "Something else was paid than was ordered"
}

/** What became of an order. */
export const orderPage = (style: Asset, order: Order, status: OrderStatus) =>
  layout(
    style,
    news[status],
    html`<h1>${news[status]}</h1>
<dl>
<dt>Ordered</dt><dd>${product.name}, ${price(order)}</dd>
<dt>Order</dt><dd><code>${order.id}</code></dd>
<dt>Session</dt><dd><code>${order.session}</code></dd>
</dl>
<p>This page asked the API whether the session succeeded, with the amount and the currency that were
ordered.</p>
<p><a href="/">Back to the shop</a></p>`
  )
