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

/** The options of a simulation. `webhooks` and `onLog` are options of the engine. */
export interface SimulationOptions extends Pick<PayloomSetup<unknown>, "webhooks" | "onLog"> {
  /** The start: RFC 3339, or milliseconds since the epoch. Default: the start of 2026. */
  readonly startsAt?: string | number
  /** The storage of the engine. Default: memory. */
  readonly storage?: PayloomSetup<unknown>["storage"]
  /**
   * Connectors in place of the sandbox's, each with one merchant account. Then the connectors
   * decide how cards behave, and `becomes` has no effect.
   */
  readonly providers?: readonly [PaymentProvider, ...Array<PaymentProvider>]
  /** The seed of all randomness. The same seed gives the same ids. */
  readonly seed?: string
  /** The end of a subscription whose last retry failed. Default: `terminate`. */
  readonly dunningExhausted?: "terminate" | "pause"
  /**
   * The currencies that the shop's accounts settle. Subscriptions use the first one by default.
   */
  readonly currencies?: readonly [string, ...Array<string>]
  /** The number of jobs that run at once. See the engine's option of the same name. */
  readonly workerConcurrency?: number
}

/** A saved card with a number of its own. The test sets how it behaves. */
export interface SimulatedCard {
  /** The id of the saved card. */
  readonly id: string
  readonly customer: string
  /**
   * Makes the card behave as this test card from its next charge on. `approved` approves again.
   */
  readonly becomes: (card: TestCardName) => void
}

/** The terms of a subscription. Default: 9.00 a month. */
export interface SimulatedTerms {
  /** Default: a card of a new customer. */
  readonly card?: SimulatedCard
  readonly plan?: string
  readonly amount?: bigint
  readonly currency?: string
  readonly interval?: BillingInterval
  readonly trialDays?: number
}

/**
 * An engine, its sandbox, a shop and a clock that moves only if the test moves it. Use it for
 * tests of processes that take months.
 */
export interface Simulation {
  readonly payloom: Payloom
  readonly shop: SandboxShop
  readonly box: Sandbox
  readonly clock: ManualClock
  /** Saves a new card, of a new customer or of the given customer. */
  readonly card: (options?: {
    readonly customer?: string
    readonly as?: TestCardName
  }) => Promise<SimulatedCard>
  /** Creates a subscription, makes its first charge, and returns the subscription. */
  readonly subscribe: (terms?: SimulatedTerms) => Promise<Subscription>
  /**
   * Moves time on, for example by `36 months`. Every job runs when it is due, in the order of
   * time.
   */
  readonly advance: (span: Span) => Promise<void>
  /** Returns the timeline of a subscription as readable text, one line for each event. */
  readonly timeline: (subscription: string | Pick<Subscription, "id">) => Promise<string>
  /**
   * Returns figures by calendar month: subscriptions by status, revenue, recovered and lost
   * amounts.
   */
  readonly figures: () => Promise<ReadonlyArray<MonthFigures>>
  /** Returns the figures as a picture, an SVG document. */
  readonly chart: () => Promise<string>
  /** Audits the books. Returns one sentence for each error, and an empty list if there is none. */
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
  const clock = manualClock(startsAt, { patienceMs: 60_000, holdMs: 250 })
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
          accounts: Object.fromEntries(options.providers.map(({ name }) => [name, name]))
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

/** Wraps a provider so that a test decides, for each charge, how the card behaves. */
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
      const circumstances = {
        account: mid.credentials,
        authenticated: threeDs !== null,
        amount: request.amount,
        byNetworkToken: source._tag === "Vaulted" && source.usesNetworkToken === true,
        acceptsPart: request.authorization?.partial === true
      }
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
    const vaultReference = Option.getOrThrow(row).row.card?.vaultReference ?? ""
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
