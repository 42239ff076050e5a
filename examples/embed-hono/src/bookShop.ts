import type { Asset } from "@payloom/example-kit/bundle"
import { paymentPolicy } from "@payloom/example-kit/sandboxPages"
import { policy, safely } from "@payloom/example-kit/securityHeaders"
import { Hono } from "hono"
import { books } from "./books.ts"
import type { OrderBook } from "./orders.ts"
import { bookPage, checkoutPage, feedPage, layout, shelfPage } from "./pages.ts"

/** The dependencies of the shop. */
export interface BookShopOptions {
  readonly orders: OrderBook
  readonly assets: { readonly script: Asset; readonly style: Asset }
  readonly publishableKey: string
}

/** Serves the shop as it was before payments, and two new routes for its orders. */
export const bookShop = ({ orders, assets, publishableKey }: BookShopOptions): Hono => {
  const { script, style } = assets
  const app = new Hono()
  app.use(async (context, next) => {
    safely(context, policy({ "style-src": "'self'", "img-src": "data:", "form-action": "'self'" }))
    await next()
  })
  app.get("/", (context) => context.html(layout(style, "Book shop", shelfPage(books))))
  app.get("/books/:id", (context) => {
    const book = books.find(({ id }) => id === context.req.param("id"))
    return book === undefined
      ? context.notFound()
      : context.html(layout(style, book.title, bookPage(book)))
  })
  app.post("/books/:id/orders", async (context) => {
    const book = books.find(({ id }) => id === context.req.param("id"))
    if (book === undefined) return context.notFound()
    return context.redirect(`/orders/${await orders.place(book)}`, 303)
  })
  app.get("/orders/:id", async (context) => {
    const order = await orders.look(context.req.param("id"))
    if (order === null) return context.notFound()
    if (order.status === "paid" || order.status === "mismatch") {
      return context.html(layout(style, "Your order", feedPage(order)))
    }
    const checkout = checkoutPage(order, publishableKey)
    return safely(context, paymentPolicy(script)).html(
      layout(style, "Your order", checkout, script)
    )
  })
  app.notFound((context) => context.html(layout(style, "Not found", "We have no such page."), 404))
  return app
}
