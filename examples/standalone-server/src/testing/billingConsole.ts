import { randomUUID } from "node:crypto"
import { type Serving, serveNode } from "@payloom/adapter-http/node"
import { createConsole } from "@payloom/console"
import { type Simulation, simulation } from "@payloom/testkit"
import { Clock, Effect } from "effect"
import { Hono } from "hono"

const dayMs = 86_400_000

/** A console on an engine whose clock stands at noon of 20 September 2026. */
export interface BillingConsole {
  /** The address of the console at the account. */
  readonly url: string
  readonly ids: {
    /** Ada's subscription, which renews on the 15th. */
    readonly active: string
    /** A subscription whose last renewal was declined. */
    readonly overdue: string
    readonly ada: string
    readonly plan: string
    readonly session: string
    readonly dispute: string
  }
  readonly close: () => Promise<void>
}

/** A name that would be code if a page took it for HTML. */
export const hostileName = `<img src=x onerror="document.title='x'">`

const key = () => ({ idempotencyKey: randomUUID() })

/** Opens a console with subscribers, a dispute and a session. */
export const openBillingConsole = async (): Promise<BillingConsole> => {
  const lab = await simulation({ startsAt: "2026-06-15T12:00:00Z" })
  const { shop, payloom, clock } = lab
  const interval = { unit: "month", count: 1 } as const
  const price = { amount: 1250n, currency: "EUR" } as const
  const plan = (await shop.plans.create({ name: "Club", ...price, interval }, key())).id
  const ada = await shop.customers.create({ name: "Ada", email: "ada@example.com" }, key())
  const active = await lab.subscribe({ card: await lab.card({ customer: ada.id }), plan })
  await lab.advance("1 day")
  const mallory = await shop.customers.create({ name: hostileName }, key())
  const card = await lab.card({ customer: mallory.id })
  const overdue = await lab.subscribe({ card, plan })
  await lab.advance("2 months")
  card.becomes("insufficient_funds")
  await lab.advance("35 days")
  const dispute = await disputeLast(lab, ada.id)
  const session = (await shop.checkout.create({ ...price, customer: ada.id }, key())).id
  await payloom.reporting.run()
  await clock.elapse(1000, payloom)
  const { console, serving } = await serve(lab)
  const { tenant, mode } = shop.scope
  return {
    url: `${serving.url}/console/${tenant}/${mode}`,
    ids: { active: active.id, overdue: overdue.id, ada: ada.id, plan, session, dispute },
    close: async () => {
      console.close()
      await serving.close()
      await lab.close()
    }
  }
}

const serve = async ({ payloom }: Simulation) => {
  const console = createConsole(payloom, {
    basePath: "/console",
    authenticate: () => ({ id: "user_1", name: "Grace", role: "admin" })
  })
  const pages = new Hono().all("/console/*", ({ req, env }) => console(req.raw, env))
  const serving: Serving = await serveNode(payloom, { port: 0, pages, graceMs: 100 })
  return { console, serving }
}

/** Disputes the last payment of a customer. Its evidence is due in two days. */
const disputeLast = async ({ shop, box, clock, payloom }: Simulation, customer: string) => {
  const { data } = await shop.payments.list({ limit: 20 })
  const payment = data.find((one) => one.customer === customer)
  if (payment === undefined) throw new Error("The customer has no payment.")
  const evidenceDueBy = clock.now() + 2 * dayMs
  const news = { stage: "evidence_required", evidenceDueBy, reason: "13.1" } as const
  const told = box.dispute(payment, news)
  await Effect.runPromise(Effect.provideService(told, Clock.Clock, clock))
  await clock.until(box.notify(payloom))
  const [dispute] = (await shop.disputes.list()).data
  return dispute?.id ?? ""
}
