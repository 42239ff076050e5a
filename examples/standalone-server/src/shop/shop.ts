import { policy, safely } from "@payloom/example-kit/securityHeaders"
import { Hono } from "hono"
import type { Assets } from "../web/bundle.ts"
import { type MerchantOptions, orderBook } from "./orders.ts"
import { orderPage, productPage } from "./shopPages.ts"

/** A shop with one product: `/` sells it, `/shop/orders/{id}` tells whether it was paid. */
export const shop = (merchant: MerchantOptions, assets: () => Promise<Assets>): Hono => {
  const app = new Hono()
  const book = orderBook(merchant)
  const shopPolicy = policy({
    "style-src": "'self'",
    "img-src": "data:",
    // The form ends at the hosted page, under whichever name the shop was opened.
    "form-action": `'self' ${merchant.url}`,
    "frame-ancestors": "'none'"
  })
  app.get("/", async (context) => {
    const { shopStyle } = await assets()
    return safely(context, shopPolicy).html(productPage(shopStyle))
  })
  app.post("/shop/orders", async (context) =>
    context.redirect(await book.place(firstLanguage(context.req.header("accept-language"))), 303)
  )
  app.get("/shop/orders/:id", async (context) => {
    const { shopStyle } = await assets()
    const found = await book.look(context.req.param("id"))
    if (found === null) return context.redirect("/", 303)
    return safely(context, shopPolicy).html(orderPage(shopStyle, found.order, found.status))
  })
  return app
}

/** The language that the browser likes best. */
const firstLanguage = (accepted: string | undefined): string =>
  /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*/.exec(accepted ?? "")?.[0] ?? "en"
