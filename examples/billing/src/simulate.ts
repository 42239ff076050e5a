import { join } from "node:path"
import { isPostgres, storageAt } from "@payloom/cli"
import { type Change, Storage } from "@payloom/core"
import { memory, type Simulation, simulation } from "@payloom/testkit"
import Database from "better-sqlite3"
import { Effect, Layer } from "effect"
import { type Bank, openBank } from "./bank.ts"
import { happener } from "./happener.ts"
import { begins, type Life, livesOf, momentsOf } from "./lives.ts"
import { enrol } from "./merchant.ts"
import { rawMilliseconds } from "./rawReplay.ts"

/** The options of a simulation. */
export interface Trial {
  readonly subscriptions: number
  readonly months: number
  /** The folder of the bank's file. */
  readonly folder: string
  /** The address of the engine's database. Null to keep rows in memory. */
  readonly storage: string | null
  /** The part of the subscribers to simulate, from 0. Without it, all subscribers are simulated. */
  readonly part?: { readonly nth: number; readonly of: number }
  readonly onProgress: (share: number, month: string) => void
}

/** The result of a simulation. */
export interface Simulated {
  readonly lab: Simulation
  readonly bank: Bank
  /** The address of the engine's database. Null for memory. */
  readonly storage: string | null
  readonly lives: ReadonlyArray<Life>
  /** The ids of subscriptions, by the number of the subscriber. */
  readonly subscriptions: ReadonlyMap<number, string>
  /** The end of the simulation on its clock. */
  readonly end: number
  /** The duration of the simulation in milliseconds. */
  readonly tookMs: number
  /** The resident memory after each year, in MiB. */
  readonly rssMiB: ReadonlyArray<number>
  /**
   * The raw driver's time for the same commits, divided by the engine's time. Null without a file.
   */
  readonly ratioToRaw: number | null
}

/** Simulates this many subscribers for this many months. */
export const simulate = async (trial: Trial): Promise<Simulated> => {
  const { storage } = trial
  const bank = openBank(storage === null ? null : join(trial.folder, "bank.db"))
  const recorder = commitRecorder(storage)
  const lab = await simulation({
    providers: [bank.provider],
    startsAt: begins.epochMilliseconds,
    storage: recorder.storage,
    workerConcurrency: 64
  })
  const { nth: part, of: parts } = trial.part ?? { nth: 0, of: 1 }
  const lives = livesOf(trial.subscriptions, trial.months).filter(({ nth }) => nth % parts === part)
  const end = begins.add({ months: trial.months }).epochMilliseconds
  const moments = momentsOf(lives, end)
  const { payloom, shop, box, clock } = lab
  const run = happener(payloom, shop, bank, (life) => enrol(shop, box.encryptCard, life))
  const rssMiB: Array<number> = []
  let ratioToRaw: number | null = null
  let next = 0
  const started = performance.now()
  let notTimed = 0
  for (let month = 1; month <= trial.months; month++) {
    const monthEnds = begins.add({ months: month }).epochMilliseconds
    const isRecorded = recorder.isOnFile && month === Math.ceil(trial.months / 2)
    if (isRecorded) recorder.start()
    for (; (moments[next]?.[0] ?? Infinity) <= monthEnds; next++) {
      const [at, happenings] = moments[next] as (typeof moments)[number]
      await lab.advance(Math.max(0, at - clock.now()))
      await run.let(happenings)
    }
    await lab.advance(monthEnds - clock.now())
    if (isRecorded) {
      const paused = performance.now()
      ratioToRaw = recorder.ratio()
      notTimed += performance.now() - paused
    }
    if (month % 12 === 0) rssMiB.push(Math.round(process.memoryUsage.rss() / 2 ** 20))
    trial.onProgress(month / trial.months, new Date(monthEnds).toISOString().slice(0, 7))
  }
  const tookMs = performance.now() - started - notTimed
  const { subscriptions } = run
  return { lab, bank, storage, lives, subscriptions, end, tookMs, rssMiB, ratioToRaw }
}

/** The most commits to repeat with the raw driver: about a thousand cycles. */
const mostRecorded = 3000

/** Records commits so that the driver alone can repeat them. */
const commitRecorder = (address: string | null) => {
  let recorded: Array<ReadonlyArray<Change>> = []
  let isRecording = false
  let started = 0
  let engineMs = 0
  const copy = `${address}.raw`
  const record = (changes: ReadonlyArray<Change>): void => {
    recorded.push(changes)
    engineMs = performance.now() - started
    isRecording = recorded.length < mostRecorded
  }
  const storage =
    address === null
      ? memory({ checkRows: false })
      : Layer.effect(
          Storage,
          Effect.map(Storage, (inner) =>
            Storage.of({
              ...inner,
              commit: (changes) => {
                if (!isRecording) return inner.commit(changes)
                return Effect.tap(inner.commit(changes), () => Effect.sync(() => record(changes)))
              }
            })
          )
        ).pipe(Layer.provide(storageAt(address)))
  return {
    storage,
    isOnFile: address !== null && !isPostgres(address),
    /** Starts to record. Copies the file as it is now. */
    start: (): void => {
      const db = new Database(address ?? "")
      db.exec(`VACUUM INTO '${copy}'`)
      db.close()
      isRecording = true
      started = performance.now()
    },
    /** Returns the driver's time divided by the engine's time, for the recorded commits. */
    ratio: (): number => {
      isRecording = false
      const rawMs = rawMilliseconds(copy, recorded)
      recorded = []
      return rawMs / engineMs
    }
  }
}
