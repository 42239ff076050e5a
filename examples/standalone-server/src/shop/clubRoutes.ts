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

/** What a form of the membership's page asks for; answers where to go, null for the page itself. */
type Deed = (id: string, form: URLSearchParams, locale: string) => Promise<string | null>

/** The club's pages: to sign up, and to live through a subscription. */
export const clubRoutes = (members: Club, assets: () => Promise<Assets>, policy: string): Hono => {
  const app = new Hono()
  const deeds = deedsOf(members)
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
    // Else the page's own forms would come from nowhere.
    context.header("Referrer-Policy", "same-origin")
    return context.html(page, refusal === null ? 200 : 409)
  }
  app.get("/shop/subscriptions/:id", (context) => show(context, context.req.param("id"), null))
  // These move the time of everybody here: pages of other sites may send none.
  app.post("/shop/subscriptions/:id/:deed", csrf(), async (context) => {
    const { id, deed } = context.req.param()
    const todo = Object.hasOwn(deeds, deed) ? deeds[deed] : undefined
    if (todo === undefined) return context.notFound()
    const form = await readForm(context)
    if (form === null) return formTooLong(context)
    try {
      return context.redirect((await todo(id, form, localeOf(context))) ?? pathOf(id), 303)
    } catch (error) {
      // As from a page that shows how it stood before.
      if (!isEngineError(error)) throw error
      return show(context, id, error.message)
    }
  })
  app.onError(ownRefusals)
  return app
}

const deedsOf = (members: Club): Readonly<Record<string, Deed>> => {
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
