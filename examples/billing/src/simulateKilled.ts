import { join } from "node:path"
import { Effect, Option } from "effect"
import { type Bank, openBank } from "./bank.ts"
import { type Crew, startCrew } from "./crew.ts"
import { type Engine, startEngine } from "./engine.ts"
import { happener } from "./happener.ts"
import { begins, type Happening, type Life, livesOf, momentsOf, settledWithin } from "./lives.ts"
import { enrol, openMerchant } from "./merchant.ts"

/** The options of a simulation with several processes. */
export interface KilledTrial {
  readonly subscriptions: number
  readonly months: number
  /** The folder of the bank's file. */
  readonly folder: string
  /** The address of the engines' database. */
  readonly storage: string
  /** The time until the bank answers, in milliseconds. */
  readonly bankMs: number
  readonly workers: number
  readonly kills: number
  readonly killEveryMs: number
  readonly onProgress: (share: number, month: string) => void
}

/** The result of a simulation with several processes. */
export interface Survived {
  readonly lives: ReadonlyArray<Life>
  readonly subscriptions: ReadonlyMap<number, string>
  readonly bank: Bank
  readonly end: number
  readonly tookMs: number
  /** The part of the duration in which jobs ran. */
  readonly billingMs: number
  readonly kills: number
}

/**
 * Simulates subscribers that several processes bill. Some processes are killed meanwhile. This
 * process subscribes, pauses and cancels. It sends the time to the other processes, and runs no
 * jobs.
 */
export const simulateKilled = async (trial: KilledTrial): Promise<Survived> => {
  const { storage, bankMs } = trial
  const bankFile = join(trial.folder, "bank.db")
  const places = { storage, bankFile, bankMs }
  const now = begins.epochMilliseconds
  const engine = await startEngine(places, now)
  const lives = livesOf(trial.subscriptions, trial.months)
  const end = begins.add({ months: trial.months }).epochMilliseconds
  const { payloom, bank, encryptCard } = engine
  const merchant = await openMerchant(payloom)
  const happening = happener(payloom, merchant, bank, (life) => enrol(merchant, encryptCard, life))
  const crew = startCrew({ ...trial, ...places, now })
  await crew.ready
  const started = performance.now()
  const billingMs = await throughTime(engine, crew, {
    moments: momentsOf(lives, end),
    until: end + settledWithin,
    letHappen: happening.let,
    onMoment: (at) =>
      trial.onProgress((at - now) / (end - now), new Date(at).toISOString().slice(0, 7))
  })
  const tookMs = performance.now() - started
  const kills = crew.kills()
  crew.close()
  await payloom.close()
  bank.close()
  const { subscriptions } = happening
  return { lives, subscriptions, bank: openBank(bankFile), end, tookMs, billingMs, kills }
}

interface Journey {
  readonly moments: ReturnType<typeof momentsOf>
  readonly until: number
  readonly letHappen: (happenings: ReadonlyArray<Happening>) => Promise<void>
  readonly onMoment: (at: number) => void
}

/**
 * Moves the clock to each time with happenings or due jobs. Returns the duration of the jobs, in
 * milliseconds.
 */
const throughTime = async (
  { payloom, clock }: Engine,
  crew: Crew,
  { moments, until, letHappen, onMoment }: Journey
): Promise<number> => {
  const nextDue = async () =>
    Option.getOrElse(
      await Effect.runPromise(payloom.services.storage.nextDue()),
      () => Number.POSITIVE_INFINITY
    )
  let next = 0
  let billingMs = 0
  const run = async (at: number) => {
    const started = performance.now()
    const ran = await crew.run(at)
    billingMs += performance.now() - started
    return ran
  }
  for (;;) {
    const [happensAt = until, happenings = []] = moments[next] ?? []
    const at = Math.max(clock.now(), Math.min(happensAt, await nextDue()))
    if (at >= until) return billingMs
    await clock.advance(at - clock.now())
    onMoment(at)
    if (happensAt <= at) {
      next += 1
      await letHappen(happenings)
    } else if ((await run(at)) === 0) {
      // Processes that died still have leases on the remaining jobs.
      await clock.advance(1000)
    }
  }
}
