import { type EventType, PaymentInstrumentCollection, type WebhookRequest } from "@payloom/core"
import { type CardToEncrypt, type Simulation, simulation } from "@payloom/testkit"
import { Clock, Effect, Option } from "effect"

/** A webhook that was sent. */
export interface SentWebhook extends Pick<WebhookRequest, "headers" | "body"> {
  readonly type: EventType
}

/** A simulation with helpers for the examples. */
interface Stage extends Simulation {
  /** Pays 12.50 EUR, and runs the jobs that are due within a minute. */
  readonly pay: (card: CardToEncrypt, fields?: PaymentFields) => Promise<Payment>
  /** Returns a new idempotency key. */
  readonly key: () => { readonly idempotencyKey: string }
  /** Runs an operation at the bank. */
  readonly atBank: <A, E>(deed: Effect.Effect<A, E>) => Promise<A>
  /** Delivers the bank's notifications. */
  readonly told: () => Promise<void>
}

type Payments = Simulation["shop"]["payments"]
type Payment = Awaited<ReturnType<Payments["create"]>>
type PaymentFields = Partial<Parameters<Payments["create"]>[0]>

/** Causes events of some types. */
type Story = (stage: Stage) => Promise<void>

const stories: Readonly<Record<string, Story>> = {
  payments: async ({ pay, shop, key, advance }) => {
    await pay("approved", { metadata: { order: "order-1" } })
    await pay("insufficient_funds")
    await pay("not_sent_anywhere")
    await pay("pending")
    const manual = { captureMethod: "manual" } as const
    const { id: toCapture } = await pay("approved", manual)
    await shop.payments.capture(toCapture, { amount: 1000n }, key())
    const authorization = { incremental: true }
    const { id: toRaise } = await pay("approved", { ...manual, authorization })
    await shop.payments.incrementAuthorization(toRaise, { amount: 2000n }, key())
    const { id: toVoid } = await pay("approved", manual)
    await shop.payments.void(toVoid, {}, key())
    await pay("approved", manual)
    await advance("8 days")
  },
  refunds: async ({ pay, shop, key, told, advance }) => {
    for (const card of ["refund_reversed", "refund_fails"] as const) {
      const { id } = await pay(card)
      await shop.payments.refund(id, { amount: 500n, reason: "One came broken." }, key())
      await advance("2 minutes")
      await told()
    }
  },
  disputes: async ({ pay, box, clock, atBank, told, advance }) => {
    const warned = await pay("approved")
    await atBank(box.dispute(warned, { stage: "alert" }))
    await told()
    const payment = await pay("approved")
    const evidenceDueBy = clock.now() + 10 * dayMs
    const dispute = await atBank(
      box.dispute(payment, { stage: "chargeback_received", evidenceDueBy })
    )
    await told()
    await advance("8 days")
    await atBank(box.dispute(payment, { dispute, stage: "representment_submitted" }))
    await told()
    await advance("20 days")
    await atBank(box.dispute(payment, { dispute, stage: "won" }))
    const other = await pay("approved")
    await atBank(box.dispute(other, { stage: "lost" }))
    await told()
  },
  subscriptions: async ({ card, subscribe, shop, key, advance }) => {
    const first = await card()
    const { id } = await subscribe({ card: first })
    await advance("32 days")
    await shop.subscriptions.pause(id, {}, key())
    await advance("10 days")
    await shop.subscriptions.resume(id, key())
    const { id: paymentInstrument } = await card({ customer: first.customer })
    await shop.subscriptions.update(id, { paymentInstrument }, key())
    await shop.subscriptions.cancel(id, { cancelAtPeriodEnd: false, reason: "Moved." }, key())
  },
  imports: async ({ shop, clock }) => {
    const begun = { source: "stripe", account: "acct_1", provider: "sandbox", credentials: "main" }
    const { id, session } = await shop.imports.start({ ...begun, source: "stripe" })
    const externalId = "stripe:sub_1"
    const [customer, card] = ["stripe:cus_1", "stripe:pm_1"]
    const nextCharge = clock.now() + 10 * dayMs
    const terms = {
      card,
      plan: null,
      amount: 1250n,
      currency: "EUR",
      interval: { unit: "month", count: 1 },
      anchor: nextCharge,
      nextCharge,
      isTrialing: false,
      cancelAtPeriodEnd: false,
      since: clock.now() - 90 * dayMs,
      metadata: {}
    } as const
    const page = {
      import: id,
      session,
      customers: [
        {
          externalId: customer,
          email: null,
          name: null,
          country: null,
          postalCode: null,
          defaultCard: card,
          metadata: {}
        }
      ],
      cards: [
        {
          externalId: card,
          customer,
          vaultReference: "pm_1",
          token: "pm_1:cus_1",
          brand: "visa",
          last4: "4242",
          expMonth: 12,
          expYear: 2049,
          funding: "credit",
          country: "US",
          fingerprint: "f"
        }
      ],
      subscriptions: [{ externalId, customer, terms, status: "active", reasons: [] }]
    }
    await shop.imports.copy(page)
    await shop.imports.move({ import: id, session, moves: [{ externalId, step: "freeze" }] })
    await shop.imports.takeOver(page)
  },
  dunning: async ({ card, subscribe, advance }) => {
    const [poor, lost] = [await card(), await card()]
    for (const one of [poor, lost]) await subscribe({ card: one })
    poor.becomes("insufficient_funds")
    lost.becomes("lost_card")
    await advance("32 days")
    poor.becomes("approved")
    await advance("20 days")
  },
  cards: async ({ box, shop, payloom, atBank, advance }) => {
    await box.saveCard(shop, { card: "approved_mastercard", expMonth: 1, expYear: 2026 })
    const id = await box.saveCard(shop, "approved")
    await atBank(box.reissue("approved", { expMonth: 3, expYear: 2052 }))
    const { scope } = shop
    const found = await Effect.runPromise(
      payloom.services.storage.get(scope, PaymentInstrumentCollection, id)
    )
    const vaultReference = Option.getOrThrow(found).row.card?.vaultReference ?? ""
    const news = await atBank(box.notifications.cards({ scope, vaultReference }))
    await atBank(payloom.services.background.receiveCardUpdate(news))
    await advance("2 days")
  }
}

const dayMs = 86_400_000

/**
 * Returns webhooks with every published type of event, in the order in which they were sent. An
 * engine with the sandbox as its bank makes them. They are the same each time.
 */
export const everyEvent = async (): Promise<ReadonlyArray<SentWebhook>> => {
  const sent: Array<SentWebhook> = []
  for (const [seed, story] of Object.entries(stories)) sent.push(...(await toldBy(seed, story)))
  return sent
}

const toldBy = async (seed: string, story: Story): Promise<ReadonlyArray<SentWebhook>> => {
  const sent: Array<SentWebhook> = []
  const lab = await simulation({
    seed,
    // One job at a time, because random numbers go to the first caller.
    workerConcurrency: 1,
    // Some accounts are unreachable on purpose.
    onLog: () => undefined,
    webhooks: {
      send: ({ headers, body }) =>
        Effect.sync(() => {
          sent.push({ type: JSON.parse(body).type, headers, body })
          return { _tag: "Answered", status: 204, excerpt: "" }
        }),
      refusal: () => Effect.succeed(null)
    }
  })
  await lab.shop.webhooks.create({ url: "https://shop.example/hooks" })
  await story(stageOf(lab))
  await lab.advance(0)
  await lab.close()
  return sent
}

const stageOf = (lab: Simulation): Stage => {
  const { box, clock, payloom, shop, advance } = lab
  let keys = 0
  const key: Stage["key"] = () => ({ idempotencyKey: `key ${++keys}` })
  return {
    ...lab,
    key,
    pay: async (card, fields = {}) => {
      const paymentInstrument = await box.saveCard(shop, card)
      const input = { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument } as const
      const payment = await shop.payments.create({ ...input, ...fields }, key())
      await advance("1 minute")
      return payment
    },
    atBank: (deed) => Effect.runPromise(Effect.provideService(deed, Clock.Clock, clock)),
    told: async () => {
      await box.notify(payloom)
      await advance(0)
    }
  }
}
