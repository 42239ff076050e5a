import type { Asset } from "@payloom/example-kit/bundle"
import { page } from "@payloom/example-kit/page"
import { paymentPolicy } from "@payloom/example-kit/sandboxPages"
import { policy, safely } from "@payloom/example-kit/securityHeaders"
import { Hono } from "hono"
import type { ClubAuth } from "./auth.ts"
import { doorPage, homePage, membersPage, payPage } from "./pages.ts"

/** The dependencies of the club. */
export interface ClubOptions {
  readonly auth: ClubAuth
  readonly assets: {
    readonly homeScript: Asset
    readonly payScript: Asset
    readonly style: Asset
  }
}

/** Serves the club: its home page, the members' page, and the hosted page. */
export const club = ({ auth, assets }: ClubOptions): Hono => {
  const { homeScript, payScript, style } = assets
  const app = new Hono()
  const ownPages = policy({
    "script-src": `'${homeScript.hash}'`,
    "style-src": "'self'",
    "connect-src": "'self'",
    "img-src": "data:"
  })

  app.on(["GET", "POST"], "/api/auth/*", ({ req }) => auth.handler(req.raw))

  app.get("/", async (context) => {
    const session = await auth.api.getSession({ headers: context.req.raw.headers })
    const { plans } = await auth.api.billingPlans()
    const body = homePage(session?.user.name ?? null, plans)
    return safely(context, ownPages).html(
      page({ title: "Reading club", style, script: homeScript, body })
    )
  })

  app.get("/members", async (context) => {
    const { headers } = context.req.raw
    if ((await auth.api.getSession({ headers })) === null) return context.redirect("/")
    const { grantsAccess } = await auth.api.billingAccess({ headers })
    safely(context, ownPages)
    return grantsAccess
      ? context.html(page({ title: "Members", style, body: membersPage }))
      : context.html(page({ title: "Members only", style, body: doorPage }), 402)
  })

  // The engine's hosted page. Its address has the session's token in the fragment.
  app.get("/pay/:id", (context) =>
    safely(context, paymentPolicy(payScript)).html(
      page({ title: "Payment", style, script: payScript, body: payPage })
    )
  )
  return app
}
