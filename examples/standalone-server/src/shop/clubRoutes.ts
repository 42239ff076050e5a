import { isEngineError } from "@payloom/core"
import { formTooLong, readForm } from "@payloom/example-kit/readForm"
import { safely } from "@payloom/example-kit/securityHeaders"
import { type Context, Hono } from "hono"
import { csrf } from "hono/csrf"
import type { Assets } from "../web/bundle.ts"
import { ownRefusals } from "../web/ownRefusals.ts"
import { type Club, memberCards, spans } from "./club.ts"
import { membershipPage } from "./clubPages.ts"
import { firstLanguage } from "./firstLanguage.ts"

/**
 * An action of the membership's page. Returns the address for the payer, or null for the page
 * itself.
 */
type Action = (id: string, form: URLSearchParams, locale: string) => Promise<string | null>

/** Serves the club's pages: the sign-up and the membership. */
export const clubRoutes = (members: Club, assets: () => Promise<Assets>, policy: string): Hono => {
  const app = new Hono()
  const actions = actionsOf(members)
  app.post("/shop/subscriptions", async (context) =>
    context.redirect(await members.join(localeOf(context)), 303)
  )
  app.get("/shop/sign-ups/:id", async (context) => {
    const subscription = await members.joined(context.req.param("id"))
    return context.redirect(subscription === null ? "/" : pathOf(subscription), 303)
  })
  const show = async (context: Context, id: string, refusal: string | null) => {
    const { shopStyle } = await assets()
    const membership = await members.look(id)
    if (membership === null) return context.redirect("/", 303)
    const page = membershipPage(shopStyle, membership, refusal)
    safely(context, policy)
    // Otherwise the page's own forms would have no origin.
    context.header("Referrer-Policy", "same-origin")
    return context.html(page, refusal === null ? 200 : 409)
  }
  app.get("/shop/subscriptions/:id", (context) => show(context, context.req.param("id"), null))
  // These forms move everybody's time, so other sites must not send them.
  app.post("/shop/subscriptions/:id/:action", csrf(), async (context) => {
    const { id, action } = context.req.param()
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined
    if (run === undefined) return context.notFound()
    const form = await readForm(context)
    if (form === null) return formTooLong(context)
    try {
      return context.redirect((await run(id, form, localeOf(context))) ?? pathOf(id), 303)
    } catch (error) {
      // The page was opened before the status changed.
      if (!isEngineError(error)) throw error
      return show(context, id, error.message)
    }
  })
  app.onError(ownRefusals)
  return app
}

const actionsOf = (members: Club): Readonly<Record<string, Action>> => {
  const here = async (done: Promise<void>) => done.then(() => null)
  return {
    pause: (id) => here(members.pause(id)),
    resume: (id) => here(members.resume(id)),
    cancel: (id, form) => here(members.cancel(id, form.get("at") !== "once")),
    card: (id, form) => {
      const card = memberCards.find((name) => name === form.get("card")) ?? "approved"
      return here(members.changeCard(id, card))
    },
    time: (_, form) => {
      const span = spans.find((name) => name === form.get("span"))
      return span === undefined ? Promise.resolve(null) : here(members.goAhead(span))
    },
    recover: (id, _, locale) => members.recover(id, locale)
  }
}

const pathOf = (id: string): string => `/shop/subscriptions/${id}`

const localeOf = (context: Context): string => firstLanguage(context.req.header("accept-language"))
