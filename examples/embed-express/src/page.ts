import type { PaymentInstrument } from "@payloom/core"
import type { Asset } from "@payloom/example-kit/bundle"
import { testCards } from "@payloom/testkit"
import { html } from "hono/html"
import { type Dish, dishes } from "./dishes.ts"

/** What the page is made of. */
export interface OrderPage {
  readonly script: Asset
  readonly style: Asset
  readonly publishableKey: string
  /** The id that the lunch will have. */
  readonly lunch: string
  /** The guest's saved card; null for the card fields. */
  readonly card: PaymentInstrument | null
}

/** The canteen's one page: a form of its own, with the card fields or the saved card in it. */
export const orderPage = ({ script, style, publishableKey, lunch, card }: OrderPage) =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Canteen</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style.path}" integrity="${style.hash}">
<script src="${script.path}" integrity="${script.hash}" defer></script>
</head>
<body><main><h1>Canteen</h1>
<form data-lunch="${lunch}" data-publishable-key="${publishableKey}">
<p><label>Your lunch <select name="dish">${dishes.map(option)}</select></label></p>
${card === null ? cardFields : savedCard(card)}
<p><button>Order and pay</button></p>
</form>
<p role="status"></p>
<p><a href="/">Another lunch</a></p>
</main></body>
</html>
`

const option = ({ name, amount, currency }: Dish) => {
  const price = new Intl.NumberFormat("en", { style: "currency", currency })
  return html`<option value="${name}">${name}, ${price.format(Number(amount) / 100)}</option>`
}

const cardFields = html`<payloom-card-fields src="/card-fields" locale="en"></payloom-card-fields>
<p>We keep the card for your next lunch. Test cards: ${testCards.approved.number} pays,
${testCards.insufficient_funds.number} is declined, ${testCards.three_ds_challenge.number} asks for
you.</p>`

const savedCard = ({ card }: PaymentInstrument) =>
  html`<p>Your card: ${card.brand} ending in ${card.last4}.
<a href="/?card=new">Another one</a></p>`
