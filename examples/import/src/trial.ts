import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Payloom } from "@payloom/core"
import { trialFile, trialServer } from "@payloom/example-kit/trialDatabase"
import { manualClock } from "@payloom/testkit"
import { cardsIn } from "./account.ts"
import { type Audit, audit, cardsAt } from "./audit.ts"
import { startEngine } from "./engine.ts"
import { importWith, startStripe } from "./processes.ts"
import { timeOf } from "./trialClock.ts"

/** The size of a trial. */
export interface TrialOptions {
  readonly subscriptions: number
  /** The number of times that the import is killed. */
  readonly stops: number
  readonly isPostgres: boolean
  readonly onProgress: (share: number, what: string) => void
}

/** The result of a trial. */
export interface TrialResult extends Audit {
  /** The cards at Stripe that are not here. */
  readonly cardsMissing: number
  /** The seconds from the first process to the end of the takeover. */
  readonly seconds: number
  /** The processor time of the last importing process. Without stops it is the only one. */
  readonly cpuSeconds: number
  /** The processor time of the fake of Stripe until the end of the import. */
  readonly stripeCpuSeconds: number
  readonly stops: number
  readonly steps: Readonly<Record<string, number>>
}

const secret = "at least 32 characters, the same on all processes"
const begins = Date.UTC(2026, 10, 15, 12)
const hourMs = 3_600_000
const monthMs = 31 * 24 * hourMs

/**
 * Returns how many times as fast as the machine's the trial's time passes. At 1500 a minute is a
 * day. A larger import takes longer, and no subscription may be frozen for several periods.
 */
const rateOf = (subscriptions: number): number => Math.min(1500, 10_000_000 / subscriptions)

/**
 * Moves an account from Stripe while its time passes and while the importing process is killed.
 * Afterwards both sides run for a month, and each due charge is looked for at both.
 */
export const runTrial = async (options: TrialOptions): Promise<TrialResult> => {
  const { subscriptions, stops, isPostgres, onProgress } = options
  const folder = mkdtempSync(join(tmpdir(), "payloom-import-"))
  const { address: database, stop } = isPostgres ? await trialServer() : trialFile(folder)
  const stripe = await startStripe({
    subscriptions,
    clock: { start: begins, realStart: 0, rate: 0 }
  })
  try {
    const tenant = await createShop(database)
    const clock = { start: begins, realStart: Date.now(), rate: rateOf(subscriptions) }
    await stripe.ask({ _tag: "Run", clock })
    const { url, apiKey } = stripe
    const setup = { database, secret, tenant, url, apiKey, clock }
    // Subscriptions are read three times, and customers twice.
    const pages = Math.ceil(subscriptions / 100) * 5
    const imported = await importWith(setup, { stops, pages }, onProgress)
    const cardsMissing = cardsIn(subscriptions) - (await cardsAt(database))
    const used = await stripe.ask({ _tag: "Use" })
    const stripeCpuSeconds = used._tag === "Used" ? Math.round(used.cpuMs / 100) / 10 : 0
    onProgress(1, "a month at both sides")
    const ends = Math.ceil(timeOf(clock)) + monthMs
    await billHere(database, timeOf(clock), ends)
    // A charge of Stripe's follows its boundary by an hour.
    const until = ends + 2 * hourMs
    const answer = await stripe.ask({ _tag: "Bill", until: Math.floor(until / 1000) * 1000 })
    if (answer._tag !== "Billed") throw new Error("The fake of Stripe did not answer.")
    const found = await audit(database, answer.charges, begins, ends)
    return { ...found, cardsMissing, ...imported, stripeCpuSeconds }
  } finally {
    await stripe.stop()
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const createShop = async (database: string): Promise<string> => {
  const payloom = await startEngine(database, secret, manualClock(begins))
  const { id } = await payloom.tenants.create({ displayName: "Shop", defaultCurrency: "EUR" })
  await payloom.merchant({ tenant: id, mode: "test" }).routing.createMid({
    name: "Stripe",
    provider: "stripe",
    currencies: ["EUR", "USD"],
    credentials: "main"
  })
  await payloom.close()
  return id
}

/** Runs the due jobs from a time to another, six hours at a time. */
const billHere = async (database: string, from: number, to: number): Promise<void> => {
  const clock = manualClock(from)
  const payloom: Payloom = await startEngine(database, secret, clock)
  for (let at = from; at < to; at = Math.min(at + 6 * hourMs, to)) {
    await clock.advance(Math.max(0, Math.min(at, to) - clock.now()))
    while ((await payloom.runDue()) > 0);
  }
  await clock.advance(to - clock.now())
  while ((await payloom.runDue()) > 0);
  await payloom.close()
}
