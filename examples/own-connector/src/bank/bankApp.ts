import type { HttpBindings } from "@hono/node-server"
import { Hono } from "hono"
import { BadOrder, type BankBooks, type ChargeOrder, type KeptCharge } from "./BankBooks.ts"
import { accountByKey } from "./bankAccounts.ts"
import { cardOf } from "./bankCards.ts"
import { type BankState, bankControl } from "./bankControl.ts"
import { chargeView, modificationView } from "./bankEvents.ts"
import { payerPages } from "./payerPages.ts"

interface BankEnv {
  readonly Bindings: HttpBindings
  readonly Variables: { readonly account: string }
}

const kinds = ["capture", "void", "refund"] as const

/** Serves the bank: its API, its page for payers, and the controls for tests. */
export const bankApp = (books: BankBooks): Hono<BankEnv> => {
  const state: BankState = { webhooks: new Map(), nextAnswer: null, down: null }
  const app = new Hono<BankEnv>()
  app.onError((error, context) =>
    error instanceof BadOrder
      ? context.json({ error: error.code, message: error.message }, 422)
      : context.json({ error: "internal", message: "The bank has an internal error." }, 500)
  )
  app.route("/control", bankControl(books, state))
  app.route("/", payerPages(books))
  app.use(async (context, next) => {
    if (state.down === null) return next()
    if (state.down !== "breaks") return gatewayError(state.down)
    context.env.incoming.socket.destroy()
    return new Promise<never>(() => undefined)
  })
  app.use(async (context, next) => {
    const [, key = ""] = /^Bearer (.+)$/.exec(context.req.header("authorization") ?? "") ?? []
    const account = accountByKey(key)
    if (account === null) return context.json({ error: "key_invalid" }, 401)
    context.set("account", account)
    return next()
  })
  app.put("/webhook", async (context) => {
    const { url } = await context.req.json<{ readonly url: string }>()
    state.webhooks.set(context.get("account"), url)
    return context.body(null, 204)
  })
  app.get("/cards/:token", (context) => {
    const card = cardOf(context.req.param("token"))
    return card === null ? context.json({ error: "card_unknown" }, 404) : context.json(card)
  })
  app.post("*", async (context, next) => {
    await next()
    const { nextAnswer } = state
    if (nextAnswer === null) return
    state.nextAnswer = null
    if (typeof nextAnswer === "number") {
      context.res = gatewayError(nextAnswer)
      return
    }
    if (nextAnswer === "breaks") context.env.incoming.socket.destroy()
    await new Promise(() => undefined)
  })
  charges(app, books)
  return app
}

/** Returns a gateway's error page, which the bank's server didn't write. */
const gatewayError = (status: number): Response =>
  new Response(`<h1>${status}</h1>`, { status, headers: { "content-type": "text/html" } })

const charges = (app: Hono<BankEnv>, books: BankBooks): void => {
  const chargeNamed = (id: string, account: string): KeptCharge => {
    const charge = books.byId(id, account)
    if (charge === undefined) throw new BadOrder("charge_unknown", "The bank has no such charge.")
    return charge
  }
  app.post("/charges", async (context) => {
    const order = await context.req.json<ChargeOrder>()
    const { origin } = new URL(context.req.url)
    const charge = books.charge(context.get("account"), order, origin)
    return context.json(chargeView(charge), charge.status === "declined" ? 402 : 200)
  })
  app.get("/charges", (context) => {
    const reference = context.req.query("reference") ?? ""
    return context.json(books.byReference(reference, context.get("account")).map(chargeView))
  })
  app.post("/charges/:id/complete", async (context) => {
    const charge = chargeNamed(context.req.param("id"), context.get("account"))
    const { result = null } = await context.req.json<{ readonly result?: unknown }>()
    return context.json(chargeView(books.complete(charge, result)))
  })
  app.post("/charges/:id/cancel", (context) => {
    const charge = chargeNamed(context.req.param("id"), context.get("account"))
    return context.json(chargeView(books.cancel(charge)))
  })
  for (const kind of kinds) {
    app.post(`/charges/:id/${kind}`, async (context) => {
      const charge = chargeNamed(context.req.param("id"), context.get("account"))
      return context.json(modificationView(books.modify(kind, charge, await context.req.json())))
    })
    app.get(`/${kind}s`, (context) => {
      const made = books.modifications(context.req.query("reference") ?? "")
      const own = made.filter(
        (each) => each.kind === kind && each.account === context.get("account")
      )
      return context.json(own.map(modificationView))
    })
  }
}
