import {
  type BillingInterval,
  Entropy,
  type Merchant,
  Payloom,
  type PayloomSetup,
  PaymentInstrumentCollection,
  type PaymentProvider,
  type Subscription
} from "@payloom/core"
import { Effect, Option } from "effect"
import { type ManualClock, manualClock } from "../clock/manualClock.ts"
import { chargeConductOf } from "../sandbox/cardConduct.ts"
import { type Sandbox, sandbox } from "../sandbox/sandbox.ts"
import { openSandboxShop, type SandboxShop } from "../sandbox/sandboxShop.ts"
import type { TestCardName } from "../sandbox/testCards.ts"
import { memory } from "../storage/memory.ts"
import { chartOf } from "./chart.ts"
import { momentAfter, type Span } from "./duration.ts"
import { figuresOf, type MonthFigures } from "./figures.ts"
import { numberedCard } from "./numberedCard.ts"
import { timelineOf, writtenTimeline } from "./timeline.ts"

/** How a simulation begins; webhooks and the log go where an engine's would, unless told. */
export interface SimulationOptions extends Pick<PayloomSetup<unknown>, "webhooks" | "onLog"> {
  /** When it begins: RFC 3339, or milliseconds since the epoch; the start of 2026 unless told. */
  readonly startsAt?: string | number
  /** What the engine keeps its rows in; memory unless told. */
  readonly storage?: PayloomSetup<unknown>["storage"]
  /**
   * Connectors in place of the sandbox's, each with one merchant account. Cards then behave as
   * these say, and not as `becomes` does.
   */
  readonly providers?: readonly [PaymentProvider, ...Array<PaymentProvider>]
  /** What all chance comes from: the same seed brings the same ids. */
  readonly seed?: string
  /** What becomes of a subscription when its last retry failed; `terminate` unless told. */
  readonly dunningExhausted?: "terminate" | "pause"
  /** What the shop's accounts settle; the first is what subscriptions are in unless told. */
  readonly currencies?: readonly [string, ...Array<string>]
  /** How many jobs run at once; see the engine's option of that name. */
  readonly workerConcurrency?: number
}

/** A saved card, each of a number of its own, that behaves as it is told to. */
export interface SimulatedCard {
  /** Of the saved card. */
  readonly id: string
  readonly customer: string
  /** From its next charge on it behaves as this test card; approved again with `approved`. */
  readonly becomes: (card: TestCardName) => void
}

/** What is subscribed to: 9.00 a month unless told. */
export interface SimulatedTerms {
  /** A card of a new customer unless told. */
  readonly card?: SimulatedCard
  readonly plan?: string
  readonly amount?: bigint
  readonly currency?: string
  readonly interval?: BillingInterval
  readonly trialDays?: number
}

/**
 * An engine, the sandbox behind it, a shop and their time, which moves only when it is told to: for
 * tests and trials of what takes months.
 */
export interface Simulation {
  readonly payloom: Payloom
  readonly shop: SandboxShop
  readonly box: Sandbox
  readonly clock: ManualClock
  /** Saves a new card, of a new customer or of the one that is named. */
  readonly card: (options?: {
    readonly customer?: string
    readonly as?: TestCardName
  }) => Promise<SimulatedCard>
  /** Subscribes, makes the first charge, and answers the subscription after it. */
  readonly subscribe: (terms?: SimulatedTerms) => Promise<Subscription>
  /** Moves time on, by `36 months` say: every job runs when it falls due, in the order of time. */
  readonly advance: (span: Span) => Promise<void>
  /** What happened to a subscription, a line each, for people to read. */
  readonly timeline: (subscription: string | Pick<Subscription, "id">) => Promise<string>
  /** The shop by calendar month: subscriptions by status, revenue, recovered and lost. */
  readonly figures: () => Promise<ReadonlyArray<MonthFigures>>
  /** The same as a picture: an SVG document. */
  readonly chart: () => Promise<string>
  /** What is wrong with the books, a sentence each: nothing in a sound engine. */
  readonly audit: () => Promise<ReadonlyArray<string>>
  readonly close: () => Promise<void>
}

/**
 * Starts a simulation.
 *
 * @example
 * ```ts
 * const lab = await simulation({ startsAt: "2026-01-31T12:00:00Z" })
 * const card = await lab.card()
 * const { id } = await lab.subscribe({ card, amount: 900n })
 * await lab.advance("2 months")
 * card.becomes("insufficient_funds")
 * await lab.advance("1 month")
 * console.log(await lab.timeline(id))
 * ```
 */
export const simulation = async (options: SimulationOptions = {}): Promise<Simulation> => {
  const { startsAt = "2026-01-01T12:00:00Z", seed = "simulation", currencies = ["EUR"] } = options
  const clock = manualClock(startsAt, { patienceMs: 10_000, holdMs: 250 })
  const box = sandbox()
  const conducts = new Map<string, TestCardName>()
  const payloom = await Payloom.make({
    ...box.setup,
    storage: options.storage ?? memory(),
    providers: options.providers ?? box.providers.map((one) => directed(box, conducts, one)),
    entropy: Entropy.seeded(seed),
    clock,
    workers: false,
    ...(options.webhooks === undefined ? {} : { webhooks: options.webhooks }),
    ...(options.onLog === undefined ? {} : { onLog: options.onLog }),
    ...(options.workerConcurrency === undefined
      ? {}
      : { options: { workerConcurrency: options.workerConcurrency } })
  })
  const shop =
    options.providers === undefined
      ? await box.openShop(payloom, { currencies })
      : await openSandboxShop(options.providers, payloom, {
          currencies,
          accounts: ownAccounts(options.providers)
        })
  const { dunningExhausted = "terminate" } = options
  await payloom.tenants.updateAccount(shop.scope, { dunningExhausted })
  const began = clock.now()
  const cards = cardMaker(box, payloom, shop, conducts)
  const { storage } = payloom.services
  const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(effect)
  const figures = () => run(figuresOf(storage, shop.scope, began, clock.now()))
  return {
    payloom,
    shop,
    box,
    clock,
    card: cards,
    subscribe: subscriber(payloom, shop, clock, cards, currencies[0]),
    advance: (span) => clock.elapse(momentAfter(clock.now(), span) - clock.now(), payloom),
    timeline: async (of) => {
      const id = typeof of === "string" ? of : of.id
      return writtenTimeline(await run(timelineOf(storage, shop.scope, id)))
    },
    figures,
    chart: async () => chartOf(await figures()),
    audit: () => box.audit(payloom, shop),
    close: () => payloom.close()
  }
}

const ownAccounts = (providers: ReadonlyArray<PaymentProvider>): Readonly<Record<string, string>> =>
  Object.fromEntries(providers.map(({ name }) => [name, name]))

/** A provider whose bank is told, charge by charge, how the card behaves. */
const directed = (
  { script }: Sandbox,
  conducts: ReadonlyMap<string, TestCardName>,
  provider: PaymentProvider
): PaymentProvider => ({
  ...provider,
  charge: (request) => {
    const { source, mid, threeDs, reference } = request
    const card = source._tag === "Vaulted" ? conducts.get(source.vaultReference) : undefined
    if (card !== undefined) {
      const circumstances = { account: mid.credentials, authenticated: threeDs !== null }
      script.charge(chargeConductOf(card, circumstances), { reference })
    }
    return provider.charge(request)
  }
})

const cardMaker = (
  box: Sandbox,
  { services }: Payloom,
  shop: Merchant,
  conducts: Map<string, TestCardName>
): Simulation["card"] => {
  let made = 0
  return async ({ customer, as } = {}) => {
    made += 1
    const ciphertext = await box.encryptCard(numberedCard(made))
    const saved = await shop.cards.save({
      ciphertext,
      ...(customer === undefined ? {} : { customer })
    })
    const row = await Effect.runPromise(
      services.storage.get(shop.scope, PaymentInstrumentCollection, saved.id)
    )
    const { vaultReference } = Option.getOrThrow(row).row.card
    const becomes = (card: TestCardName) => void conducts.set(vaultReference, card)
    if (as !== undefined) becomes(as)
    return { id: saved.id, customer: saved.customer, becomes }
  }
}

const subscriber = (
  payloom: Payloom,
  shop: Merchant,
  clock: ManualClock,
  newCard: Simulation["card"],
  usual: string
): Simulation["subscribe"] => {
  let made = 0
  return async ({ card: given, plan, ...terms } = {}) => {
    made += 1
    const card = given ?? (await newCard())
    const own = {
      amount: 900n,
      currency: usual,
      interval: { unit: "month", count: 1 },
      ...terms
    } as const
    const { id } = await shop.subscriptions.create(
      {
        customer: card.customer,
        paymentInstrument: card.id,
        ...(plan === undefined ? own : { plan, ...terms })
      },
      { idempotencyKey: `simulated subscription ${made}` }
    )
    await clock.elapse(0, payloom)
    return shop.subscriptions.retrieve(id)
  }
}
