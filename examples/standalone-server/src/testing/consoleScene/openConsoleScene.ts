import { randomUUID } from "node:crypto"
import { type Serving, serveNode } from "@payloom/adapter-http/node"
import { type Console, type ConsoleUser, createConsole } from "@payloom/console"
import { Payloom } from "@payloom/core"
import { memory, simulation } from "@payloom/testkit"
import { Hono } from "hono"
import { disputeSome, openSessions, pay, payForDays, type Stage, subscribeAll } from "./business.ts"
import {
  type ActAs,
  handleAlerts,
  handleSome,
  makeKeys,
  receivers,
  setRouting,
  settle,
  webhooksOfScene
} from "./operations.ts"
import { type SceneTexts, usualTexts } from "./sceneTexts.ts"

/** A console on a shop with something in every room. Its clock stands still. */
export interface ConsoleScene {
  /** The address of the console at the account. */
  readonly url: string
  /** The time of the scene, in milliseconds since the epoch. */
  readonly now: number
  /** The path of each page below the address, by the page's name. */
  readonly pages: Readonly<Record<string, string>>
  /** Signs another person in. Null signs everybody out. */
  readonly signIn: (user: Partial<ConsoleUser> | null) => void
  readonly close: () => Promise<void>
}

/** Opens a console on a scene with these texts. It takes some seconds. */
export const openConsoleScene = async (texts: SceneTexts = usualTexts): Promise<ConsoleScene> => {
  const storage = memory()
  const webhooks = webhooksOfScene(`<b>${texts.line(1)}</b>`)
  const lab = await simulation({
    storage,
    startsAt: "2026-12-01T09:30:00Z",
    webhooks,
    onLog: () => {}
  })
  const stage: Stage = { lab, texts, saved: new Map() }
  const { payloom, clock } = lab
  const { scope } = lab.shop
  const first: ConsoleUser = { id: "user_1", name: texts.people[0], role: "admin" }
  let user: Partial<ConsoleUser> | null = null
  const handler = createConsole(payloom, {
    basePath: "/console",
    authenticate: () => (user === null ? null : { ...first, ...user })
  })
  const act: ActAs = async (name, ...given) => {
    user = { id: `user_${name.length}`, name }
    const done = await actOn(handler, scope, ...given)
    user = null
    await clock.elapse(0, payloom)
    return done
  }
  const pages = await fillShop(stage, act)
  // The simulation's own consumers run only while its time passes.
  const { setup } = lab.box
  const running = await Payloom.make({ ...setup, storage, clock, webhooks, onLog: () => {} })
  await consumeOrders(running, texts)
  await running.reporting.run()
  user = {}
  const serving = await serve(payloom, handler)
  return {
    url: `${serving.url}/console/${scope.tenant}/${scope.mode}`,
    now: clock.now(),
    pages,
    signIn: (given) => {
      user = given
    },
    close: async () => {
      handler.close()
      await serving.close()
      await running.close()
      await lab.close()
    }
  }
}

/** Makes something for every room. Returns the path of each page. */
const fillShop = async (stage: Stage, act: ActAs): Promise<ConsoleScene["pages"]> => {
  const { lab, texts } = stage
  const { payloom, shop, clock } = lab
  for (const mode of ["live", "test"] as const) {
    await payloom.tenants.updateAccount({ ...shop.scope, mode }, { displayName: texts.shop })
  }
  const { people, ...subscribed } = await subscribeAll(stage)
  const customer = people[0]?.id ?? ""
  const old = await shop.webhooks.create({ url: receivers.old })
  await consumeOrders(payloom, texts)
  const paid = await payForDays(stage, 18, people)
  await pay(stage, "approved", 6400n, { captureMethod: "manual" })
  paid.push(...(await payForDays(stage, 5, people)))
  await pay(stage, "wrong_amount", 3100n)
  await pay(stage, "refund_fails", 4200n).then(({ id: subject }) =>
    act(texts.people[1], "payments.refund", { subject, input: { amount: "4200" } })
  )
  paid.push(...(await payForDays(stage, 1, people)))
  await setRouting(stage, act)
  await makeKeys(stage, act)
  await act(texts.people[0], "webhooks.delete", { subject: old.id })
  await shop.webhooks.create({ url: receivers.shop, description: texts.line(2) })
  await shop.webhooks.create({ url: receivers.warehouse })
  const payout = await settle(stage, paid.slice(20, 60), act)
  const [dispute] = await disputeSome(stage, paid)
  const session = await openSessions(stage, shop, customer)
  const handled = await handleSome(stage, customer, act)
  await handleAlerts(stage, act)
  await payloom.reporting.run()
  for (let step = 0; step < 4; step++) await clock.elapse(1000, payloom)
  const [delivery] = (await shop.webhooks.deliveries({ limit: 1 })).data
  const [mid] = await shop.routing.listMids()
  return pagesOf({
    ...{ ...subscribed, ...handled, customer, payout, session },
    dispute: dispute?.id ?? "",
    delivery: delivery?.id ?? "",
    account: `settled_cash:${mid?.id}`
  })
}

/** Starts a consumer that can't handle refunds. */
const consumeOrders = (payloom: Payloom, texts: SceneTexts) =>
  payloom.events.consume("orders", ({ type }) => {
    if (type === "refund.succeeded") throw new Error(texts.line(1))
  })

/** The ids of what the pages of single things show. */
type Shown = Readonly<
  Record<"plan" | "active" | "overdue" | "customer" | "payout" | "session" | "dispute", string> &
    Record<"delivery" | "account" | "story" | "declined" | "unknown" | "held", string>
>

const pagesOf = (ids: Shown): ConsoleScene["pages"] => ({
  home: "",
  payments: "/payments",
  payment: `/payments/${ids.story}`,
  "payment-declined": `/payments/${ids.declined}`,
  "payment-unknown": `/payments/${ids.unknown}`,
  "payment-held": `/payments/${ids.held}`,
  customers: "/customers",
  customer: `/customers/${ids.customer}`,
  subscriptions: "/subscriptions",
  subscription: `/subscriptions/${ids.active}`,
  "subscription-overdue": `/subscriptions/${ids.overdue}`,
  plans: "/plans",
  plan: `/plans/${ids.plan}`,
  disputes: "/disputes",
  dispute: `/disputes/${ids.dispute}`,
  checkouts: "/sessions",
  checkout: `/sessions/${ids.session}`,
  alerts: "/alerts",
  "alerts-resolved": "/alerts?state=resolved",
  webhooks: "/webhooks",
  delivery: `/webhooks/${ids.delivery}`,
  routing: "/routing",
  rules: "/routing/rules",
  ledger: "/ledger",
  statement: `/ledger/${encodeURIComponent(ids.account)}`,
  payout: `/ledger/${encodeURIComponent(`payout:${ids.payout}`)}`,
  report: "/ledger/report",
  jobs: "/jobs",
  consumers: "/consumers",
  keys: "/keys",
  audit: "/audit"
})

const serve = (payloom: Parameters<typeof serveNode>[0], handler: Console): Promise<Serving> => {
  const pages = new Hono().all("/console/*", ({ req, env }) => handler(req.raw, env))
  return serveNode(payloom, { port: 0, pages, graceMs: 100 })
}

const token = "t".repeat(43)

const actOn = async (
  handler: Console,
  { tenant, mode }: { readonly tenant: string; readonly mode: string },
  name: string,
  body: object
): Promise<Readonly<Record<string, unknown>>> => {
  const origin = "https://shop.example"
  const response = await handler(
    new Request(`${origin}/console/api/${tenant}/${mode}/acts/${name}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Sec-Fetch-Site": "same-origin",
        Origin: origin,
        Cookie: `__Host-payloom-console=${token}`,
        "Console-Token": token
      },
      body: JSON.stringify({ idempotencyKey: randomUUID(), ...body })
    })
  )
  const answer = (await response.json()) as Readonly<Record<string, unknown>>
  if (!response.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`)
  return answer
}
