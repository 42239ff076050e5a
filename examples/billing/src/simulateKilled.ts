import { join } from "node:path"
import type { Merchant } from "@payloom/core"
import { numberedCard } from "@payloom/testkit"
import { Effect, Option } from "effect"
import { type Bank, openBank } from "./bank.ts"
import { type Crew, startCrew } from "./crew.ts"
import { type Engine, startEngine } from "./engine.ts"
import { happener } from "./happener.ts"
import { begins, type Happening, happeningsOf, type Life, livesOf, price } from "./lives.ts"

/** What is to be simulated by several processes. */
export interface KilledTrial {
  readonly subscriptions: number
  readonly months: number
  readonly folder: string
  readonly workers: number
  readonly kills: number
  readonly killEveryMs: number
  readonly onProgress: (share: number, month: string) => void
}

/** What came of it. */
export interface Survived {
  readonly lives: ReadonlyArray<Life>
  readonly subscriptions: ReadonlyMap<number, string>
  readonly bank: Bank
  readonly file: string
  readonly end: number
  readonly tookMs: number
  readonly kills: number
}

const day = 86_400_000

/** By then every retry that a killed process left behind is over. */
const settledWithin = 20 * day

/**
 * Lets subscribers live while several processes bill them, some of which are killed. This process
 * subscribes, pauses and cancels, and tells the others the time; it runs no job itself.
 */
export const simulateKilled = async (trial: KilledTrial): Promise<Survived> => {
  const file = join(trial.folder, "billing.db")
  const bankFile = join(trial.folder, "bank.db")
  const engine = await startEngine({ file, bankFile }, begins.epochMilliseconds)
  const merchant = await openMerchant(engine)
  const lives = livesOf(trial.subscriptions, trial.months)
  const end = begins.add({ months: trial.months }).epochMilliseconds
  const happenings = lives.flatMap(happeningsOf).filter(({ at }) => at <= end)
  const { payloom, bank } = engine
  const happening = happener(payloom, merchant, bank, enroller(engine, merchant))
  const crew = startCrew({ file, bankFile, ...trial })
  const started = performance.now()
  await throughTime(engine, crew, {
    happenings: happenings.toSorted((left, right) => left.at - right.at),
    until: end + settledWithin,
    letHappen: happening.let,
    onMoment: (at) =>
      trial.onProgress(
        (at - begins.epochMilliseconds) / (end - begins.epochMilliseconds),
        new Date(at).toISOString().slice(0, 7)
      )
  })
  const tookMs = performance.now() - started
  const kills = crew.kills()
  crew.close()
  await payloom.close()
  bank.close()
  const { subscriptions } = happening
  return { lives, subscriptions, bank: openBank(bankFile), file, end, tookMs, kills }
}

interface Journey {
  readonly happenings: ReadonlyArray<Happening>
  readonly until: number
  readonly letHappen: (happening: Happening) => Promise<void>
  readonly onMoment: (at: number) => void
}

/** From moment to moment, each with what happens and what is due at it. */
const throughTime = async (
  { payloom, clock }: Engine,
  crew: Crew,
  { happenings, until, letHappen, onMoment }: Journey
): Promise<void> => {
  const nextDue = async () =>
    Option.getOrElse(
      await Effect.runPromise(payloom.services.storage.nextDue()),
      () => Number.POSITIVE_INFINITY
    )
  let next = 0
  for (;;) {
    const happening = happenings[next]
    const at = Math.max(clock.now(), Math.min(happening?.at ?? until, await nextDue()))
    if (at >= until) return
    await clock.advance(at - clock.now())
    onMoment(at)
    if (happening !== undefined && happening.at <= at) {
      next += 1
      await letHappen(happening)
    } else if ((await crew.run(at)) === 0) {
      // What is left of this moment is leased to somebody who died.
      await clock.advance(1000)
    }
  }
}

const openMerchant = async ({ payloom }: Engine): Promise<Merchant> => {
  const { id } = await payloom.tenants.create({ displayName: "Coffee", defaultCurrency: "EUR" })
  const merchant = payloom.merchant({ tenant: id, mode: "test" })
  await merchant.routing.createMid({
    name: "bank",
    provider: "bank",
    currencies: ["EUR"],
    credentials: "bank"
  })
  return merchant
}

const enroller =
  ({ encryptCard }: Engine, merchant: Merchant) =>
  async ({ nth }: Life) => {
    const ciphertext = await encryptCard(numberedCard(nth + 1))
    const { id: card, customer } = await merchant.cards.save({ ciphertext })
    const { id: subscription } = await merchant.subscriptions.create(
      {
        customer,
        paymentInstrument: card,
        amount: price,
        currency: "EUR",
        interval: { unit: "month", count: 1 }
      },
      { idempotencyKey: `subscription ${nth}` }
    )
    return { subscription, card }
  }
