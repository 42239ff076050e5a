import { randomUUID } from "node:crypto"
import type { Merchant } from "@payloom/core"
import { type Simulation, simulation } from "@payloom/testkit"
import { Clock, Effect } from "effect"
import type { Console } from "../ConsoleOptions.ts"
import { createConsole } from "../createConsole.ts"

const dayMs = 86_400_000

/** Subscribers, disputes, plans and sessions, as they are on 22 September 2026. */
export interface PayersScene {
  readonly lab: Simulation
  readonly merchant: Merchant
  readonly handler: Console
  /** The ids of what the scene contains. */
  readonly ids: {
    readonly plan: string
    /** Ada's subscription, which renews on the 15th. */
    readonly active: string
    /** A subscription whose last renewal was declined. */
    readonly pastDue: string
    /** The customer of the active subscription. */
    readonly ada: string
    /** The disputes, the earliest deadline first. */
    readonly disputes: ReadonlyArray<string>
    readonly session: string
  }
  readonly close: () => Promise<void>
}

const key = () => ({ idempotencyKey: randomUUID() })

/** Opens a console on the scene. */
export const payersScene = async (): Promise<PayersScene> => {
  const lab = await simulation({ startsAt: "2026-06-15T10:00:00Z" })
  const { shop: merchant, payloom, clock } = lab
  const { customers, plans, subscriptions } = merchant
  const named = async (name: string, email: string, reference: string) => {
    const { id } = await customers.create({ name, email, reference }, key())
    return { id, card: await lab.card({ customer: id }) }
  }
  const club = { name: "Club", amount: 1250n, currency: "EUR" } as const
  const monthly = { unit: "month", count: 1 } as const
  const plan = (await plans.create({ ...club, interval: monthly }, key())).id
  const trial = { days: 14, amount: 0n }
  const yearly = { unit: "year", count: 1 } as const
  const box = { name: "Box, delivered to your door", amount: 9900n, currency: "EUR" } as const
  const boxes = (await plans.create({ ...box, interval: yearly, trial, setupFee: 500n }, key())).id
  const ada = await named("Ada Lovelace", "ada@example.com", "C-1001")
  const active = await lab.subscribe({ card: ada.card, plan })
  const yusuf = await named("يوسف الخوارزمي", "yusuf@example.com", "C-1002")
  const paused = await lab.subscribe({ card: yusuf.card, plan })
  const zoe = await named("Zoë Brandtner-Hölzl von der Aue", "zoe@example.com", "C-1003")
  const pastDue = await lab.subscribe({ card: zoe.card, plan })
  await lab.advance("2 months")
  await subscriptions.pause(paused.id, { resumesAt: clock.now() + 90 * dayMs }, key())
  zoe.card.becomes("insufficient_funds")
  await lab.advance("33 days")
  const ken = await named("Ken", "ken@example.com", "C-1004")
  await lab.subscribe({ card: ken.card, plan: boxes })
  const lea = await named("Lea Martin", "lea@example.com", "C-1005")
  const ending = await lab.subscribe({
    card: lea.card,
    amount: 700n,
    interval: { unit: "week", count: 2 }
  })
  await subscriptions.cancel(ending.id, { reason: "Moved away" }, key())
  await lab.advance("5 days")
  const disputes = await disputeSome(lab, merchant)
  const order = { amount: 4500n, currency: "EUR", description: "Two books" } as const
  const lineItems = [
    { name: "A history of numbers", quantity: 1, amount: 2500n },
    { name: "Atlas of islands", quantity: 1, amount: 2000n }
  ]
  const made = await merchant.checkout.create({ ...order, lineItems, customer: ken.id }, key())
  await merchant.checkout.create({ amount: 900n, currency: "EUR" }, key())
  await payloom.reporting.run()
  await clock.elapse(1000, payloom)
  const handler = createConsole(payloom, {
    basePath: "/console",
    authenticate: () => ({ id: "user_1", name: "Ada", role: "admin" })
  })
  const own = { plan, active: active.id, pastDue: pastDue.id, ada: ada.id }
  return {
    ...{ lab, merchant, handler },
    ids: { ...own, disputes, session: made.id },
    close: async () => {
      handler.close()
      await lab.close()
    }
  }
}

/** Disputes three payments. Returns the ids, the earliest deadline first. */
const disputeSome = async (
  { box, clock, payloom }: Simulation,
  { payments, disputes }: Merchant
): Promise<ReadonlyArray<string>> => {
  const { data } = await payments.list({ limit: 100 })
  const paid = data.filter(({ status, amount }) => status === "succeeded" && amount > 0n)
  const reasons = ["10.4", "13.1", "13.2"]
  for (const [at, days] of [20, 2, 5].entries()) {
    const payment = paid[at]
    if (payment === undefined) throw new Error("The scene has too few payments.")
    const evidenceDueBy = clock.now() + days * dayMs
    const news = { stage: "evidence_required", evidenceDueBy, reason: reasons[at] ?? "" } as const
    const told = box.dispute(payment, news)
    await Effect.runPromise(Effect.provideService(told, Clock.Clock, clock))
  }
  await clock.until(box.notify(payloom))
  const known = (await disputes.list()).data
  return [...known]
    .sort((one, other) => (one.evidenceDueBy ?? 0) - (other.evidenceDueBy ?? 0))
    .map(({ id }) => id)
}
