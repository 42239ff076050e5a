import type { Asset } from "@payloom/example-kit/bundle"
import { testCards } from "@payloom/testkit"
import { html } from "hono/html"
import type { Book } from "./books.ts"
import type { OrderSeen } from "./orders.ts"

type Html = ReturnType<typeof html> | string

/** The layout of every page. Pages that take payments load the script. */
export const layout = (style: Asset, title: string, body: Html, script?: Asset) =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style.path}" integrity="${style.hash}">
${script && html`<script src="${script.path}" integrity="${script.hash}" defer></script>`}
</head>
<body><main><h1>${title}</h1>
${body}
<p><a href="/">All books</a></p></main></body>
</html>
`

const price = ({ amount, currency }: Pick<Book, "amount" | "currency">): string =>
  new Intl.NumberFormat("en", { style: "currency", currency }).format(Number(amount) / 100)

/** The page with all books. */
export const shelfPage = (books: ReadonlyArray<Book>) =>
  html`<ul>${books.map(
    (book) => html`<li><a href="/books/${book.id}">${book.title}</a>, ${price(book)}</li>`
  )}</ul>`

/** The page to order a book. */
export const bookPage = (book: Book) =>
  html`<p>${price(book)}</p>
<form method="post" action="/books/${book.id}/orders"><button>Order</button></form>`

/** The page to pay an order. The element needs only the session's token and no secret. */
export const checkoutPage = ({ title, sessionToken }: OrderSeen, publishableKey: string) =>
  html`<p>${title}</p>
<payloom-checkout api="/payloom" card-fields="/card-fields"
  publishable-key="${publishableKey}" session-token="${sessionToken}"></payloom-checkout>
<p>Test cards: ${testCards.approved.number} pays, ${testCards.insufficient_funds.number} is
declined, ${testCards.three_ds_challenge.number} asks for the payer.</p>`

/** The page with the status of an order. */
export const feedPage = (order: OrderSeen) =>
  order.status === "paid"
    ? html`<p>Thank you, ${order.title} is paid: ${price(order)}.</p>`
    : html`<p>The payment differs from the order. We will contact you.</p>`
