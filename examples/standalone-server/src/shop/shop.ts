import { policy, safely } from "@payloom/example-kit/securityHeaders"
import { Hono } from "hono"
import type { Assets } from "../web/bundle.ts"
import { type ClubOptions, club } from "./club.ts"
import { clubRoutes } from "./clubRoutes.ts"
import { firstLanguage } from "./firstLanguage.ts"
import { type FulfilmentOptions, fulfilment } from "./fulfilment.ts"
import { type MerchantOptions, orderBook } from "./orders.ts"
import { orderPage, productPage } from "./shopPages.ts"

/** The dependencies of the shop: its own API keys, and the engine for its club. */
export interface ShopOptions extends MerchantOptions, ClubOptions, FulfilmentOptions {}

/**
 * Serves a shop with one product and one plan. `/` sells both, `/shop/orders/{id}` shows an order,
 * and webhooks ship it. `/shop/subscriptions/{id}` shows a subscription, and moves time ahead.
 */
export const shop = (options: ShopOptions, assets: () => Promise<Assets>): Hono => {
  const app = new Hono()
  const book = orderBook(options)
  const members = club(options)
  const shopPolicy = policy({
    "style-src": "'self'",
    "img-src": "data:",
    // The form redirects to the hosted page, at every address of the shop.
    "form-action": `'self' ${options.url}`,
    "frame-ancestors": "'none'"
  })
  app.get("/", async (context) => {
    const { shopStyle } = await assets()
    const page = productPage(shopStyle, await members.plan(), await members.latest())
    return safely(context, shopPolicy).html(page)
  })
  app.post("/shop/orders", async (context) =>
    context.redirect(await book.place(firstLanguage(context.req.header("accept-language"))), 303)
  )
  app.get("/shop/orders/:id", async (context) => {
    const { shopStyle } = await assets()
    const found = await book.look(context.req.param("id"))
    if (found === null) return context.redirect("/", 303)
    // The payer has paid, and the webhook that ships the order follows.
    if (found.isExpected) context.header("Refresh", "1")
    return safely(context, shopPolicy).html(orderPage(shopStyle, found))
  })
  return app
    .route("/", fulfilment(book, options))
    .route("/", clubRoutes(members, assets, shopPolicy))
}
