import type { CardInstrument } from "@payloom/core"
import type { Asset } from "@payloom/example-kit/bundle"
import { testCards } from "@payloom/testkit"
import { html } from "hono/html"
import { type Dish, dishes } from "./dishes.ts"

/** The parts of the page. */
export interface OrderPage {
  readonly script: Asset
  readonly style: Asset
  readonly publishableKey: string
  /** The id of the lunch that the page orders. */
  readonly lunch: string
  /** The guest's saved card. Null to show a form for a new card. */
  readonly card: CardInstrument | null
}

/** Returns the canteen's page: a form with three card fields, or with the saved card. */
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
${card === null ? newCard : savedCard(card)}
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

/** The fields find each other through the form around them. */
const newCard = html`<table>
<tr>
<th><label for="number">Card number</label></th>
<th><label for="expiry">Expiry date</label></th>
<th><label for="code">Security code</label></th>
</tr>
<tr>
<td><payloom-card-number id="number" src="/card-fields"></payloom-card-number></td>
<td><payloom-card-expiry id="expiry" src="/card-fields"></payloom-card-expiry></td>
<td><payloom-card-security-code id="code" src="/card-fields"></payloom-card-security-code></td>
</tr>
</table>
<p>We keep the card for your next lunch. Test cards: ${testCards.approved.number} pays,
${testCards.insufficient_funds.number} is declined, ${testCards.three_ds_challenge.number} asks for
you.</p>`

const savedCard = ({ card }: CardInstrument) =>
  html`<p>Your card: ${card.brand} ending in ${card.last4}.
<a href="/?card=new">Another one</a></p>`
