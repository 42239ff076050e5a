import type { Asset } from "@payloom/example-kit/bundle"
import { type Html, page } from "@payloom/example-kit/page"
import { paymentPolicy } from "@payloom/example-kit/sandboxPages"
import { policy, safely } from "@payloom/example-kit/securityHeaders"
import { testCards } from "@payloom/testkit"
import { Hono } from "hono"
import { html } from "hono/html"
import type { Order, Print } from "./PrintShop.ts"
import { placeOrder, type Selling } from "./selling.ts"

/** The dependencies of the pages. */
export interface PageOptions {
  readonly assets: { readonly script: Asset; readonly style: Asset }
  readonly publishableKey: string
}

/** Serves the shop's pages: its prints, and an order. */
export const printRoutes = (selling: Selling, { assets, publishableKey }: PageOptions): Hono => {
  const { script, style } = assets
  const app = new Hono()
  app.use(async (context, next) => {
    safely(context, policy({ "style-src": "'self'", "img-src": "data:", "form-action": "'self'" }))
    await next()
  })
  app.get("/", async (context) => {
    const all = await selling.shop.prints()
    const body = html`<h1>Prints</h1>${all.map(printForSale)}`
    return context.html(page({ title: "Prints", style, body }))
  })
  app.post("/prints/:id/orders", async (context) => {
    const all = await selling.shop.prints()
    const print = all.find(({ id }) => id === context.req.param("id"))
    if (print === undefined) return context.notFound()
    return context.redirect(`/orders/${await placeOrder(selling, print)}`, 303)
  })
  app.get("/orders/:id{[0-9a-f-]{36}}", async (context) => {
    const order = await selling.shop.look(context.req.param("id"))
    if (order === null) return context.notFound()
    const title = "Your print"
    if (order.number !== null) {
      return context.html(page({ title, style, body: orderNumbered(order) }))
    }
    const body = orderToPay(order, publishableKey)
    return safely(context, paymentPolicy(script)).html(page({ title, style, script, body }))
  })
  return app
}

const price = ({ amount, currency }: Print): string =>
  new Intl.NumberFormat("en", { style: "currency", currency }).format(Number(amount) / 100)

const printForSale = (print: Print): Html =>
  html`<form method="post" action="/prints/${print.id}/orders">
<p>${print.title}, ${price(print)} <button>Order ${print.title}</button></p></form>`

const orderNumbered = ({ title, number }: Order): Html =>
  html`<h1>${title}</h1><p>Thank you. Your copy has the number ${number}.</p>`

const orderToPay = ({ title, sessionToken }: Order, publishableKey: string): Html =>
  html`<h1>${title}</h1>
<payloom-checkout api="/payloom" card-fields="/card-fields"
  publishable-key="${publishableKey}" session-token="${sessionToken}"></payloom-checkout>
<p>${testCards.approved.number} is a test card that pays.</p>`
