import { randomUUID } from "node:crypto"
import { type CardToEncrypt, type Simulation, simulation } from "@payloom/testkit"
import { Clock, Effect } from "effect"
import type { SceneName } from "./triggers.ts"

/** An event that a scene caused: its id, and its body as the engine sends it. */
export interface SceneEvent {
  readonly id: string
  readonly type: string
  readonly body: string
}

const dayMs = 86_400_000

/** Long enough for the scenes that take a month or two. They end at about the present time. */
const daysBefore: Partial<Record<SceneName, number>> = { renew: 32, pastDue: 32, win: 21 }

/** Plays a scene in a sandbox in memory. Resolves to its events, in the order of their webhooks. */
export const playScene = async (name: SceneName): Promise<ReadonlyArray<SceneEvent>> => {
  const events: Array<SceneEvent> = []
  const stage = await simulation({
    startsAt: Date.now() - (daysBefore[name] ?? 0) * dayMs,
    // A receiver drops an event that it has seen, so each run has ids of its own.
    seed: randomUUID(),
    onLog: () => undefined,
    webhooks: {
      refusal: () => Effect.succeed(null),
      send: ({ headers, body }) =>
        Effect.sync(() => {
          events.push({ id: headers["webhook-id"] ?? "", type: JSON.parse(body).type, body })
          return { _tag: "Answered", status: 204, excerpt: "" }
        })
    }
  })
  try {
    await stage.shop.webhooks.create({ url: "https://receiver.example/hooks" })
    await scenes[name](stage)
    await stage.advance(0)
    return events
  } finally {
    await stage.close()
  }
}

type Fields = Partial<Parameters<Simulation["shop"]["payments"]["create"]>[0]>

const key = () => ({ idempotencyKey: randomUUID() })

const pay = async (
  { box, shop, advance }: Simulation,
  card: CardToEncrypt,
  fields: Fields = {}
) => {
  const paymentInstrument = await box.saveCard(shop, card)
  const payment = await shop.payments.create(
    { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument, ...fields },
    key()
  )
  await advance("1 minute")
  return payment
}

const hold = (stage: Simulation) => pay(stage, "approved", { captureMethod: "manual" })

/** Moves a dispute of a payment to a stage. Resolves to the bank's reference of the dispute. */
const dispute = async (
  { box, payloom, clock, advance }: Simulation,
  payment: Parameters<Simulation["box"]["dispute"]>[0],
  news: Parameters<Simulation["box"]["dispute"]>[1]
) => {
  const deed = Effect.provideService(box.dispute(payment, news), Clock.Clock, clock)
  const reference = await Effect.runPromise(deed)
  await box.notify(payloom)
  await advance(0)
  return reference
}

const scenes: Readonly<Record<SceneName, (stage: Simulation) => Promise<unknown>>> = {
  pay: (stage) => pay(stage, "approved", { metadata: { order: "order-1" } }),
  decline: (stage) => pay(stage, "insufficient_funds"),
  authorize: hold,
  capture: async (stage) => stage.shop.payments.capture((await hold(stage)).id, {}, key()),
  void: async (stage) => stage.shop.payments.void((await hold(stage)).id, {}, key()),
  refund: async (stage) => {
    const { id } = await pay(stage, "approved")
    await stage.shop.payments.refund(id, { amount: 500n, reason: "One came broken." }, key())
  },
  dispute: async (stage) => {
    await dispute(stage, await pay(stage, "approved"), { stage: "chargeback_received" })
  },
  win: async (stage) => {
    const payment = await pay(stage, "approved")
    const reference = await dispute(stage, payment, { stage: "chargeback_received" })
    await stage.advance("20 days")
    await dispute(stage, payment, { dispute: reference, stage: "won" })
  },
  lose: async (stage) => dispute(stage, await pay(stage, "approved"), { stage: "lost" }),
  subscribe: (stage) => stage.subscribe(),
  renew: async (stage) => {
    await stage.subscribe()
    await stage.advance("32 days")
  },
  pastDue: async (stage) => {
    const card = await stage.card()
    await stage.subscribe({ card })
    card.becomes("insufficient_funds")
    await stage.advance("32 days")
  },
  cancel: async (stage) => {
    const { id } = await stage.subscribe()
    await stage.shop.subscriptions.cancel(id, { cancelAtPeriodEnd: false }, key())
  }
}
