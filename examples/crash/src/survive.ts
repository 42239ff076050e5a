import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { type AheadClock, aheadClock } from "@payloom/example-kit/aheadClock"
import { clientOf } from "@payloom/example-kit/client"
import { type Crew, oneOf, startCrew } from "@payloom/example-kit/crew"
import { untilSettled } from "@payloom/example-kit/untilSettled"
import { type Audit, audit, type Judged } from "./audit.ts"
import { buyDuring, type PaidSession } from "./buying.ts"
import {
  type Database,
  type DatabaseKill,
  sqliteIn,
  sqliteOnFaultyDisk,
  startDatabase
} from "./database.ts"
import { startEngine } from "./engine.ts"
import { openShop } from "./shop.ts"
import { untilNextKill } from "./untilNextKill.ts"

/** The options of a trial. */
export interface Trial {
  /** The folder for a SQLite file and the bank's journal. */
  readonly folder: string
  readonly isPostgres: boolean
  /** True if servers connect to PostgreSQL through PgBouncer, which is killed too. */
  readonly isPooled: boolean
  /** True if the SQLite file is on a simulated disk that is full or fails at times. */
  readonly isDiskFaulty: boolean
  readonly servers: number
  /** The checkout of another release, which half of the servers run. Null if there is none. */
  readonly beside: string | null
  /** The number of clients that buy at the same time. */
  readonly clients: number
  readonly kills: number
  readonly killEveryMs: number
  /** The number of times that the primary is killed and replaced by its replica. */
  readonly promotions: number
  /** The longest wait for all work in flight to settle at the end, in milliseconds. */
  readonly patienceMs: number
  readonly onProgress: (share: number, text: string) => void
}

/** The result of a trial. */
export interface Survived extends Audit {
  readonly storage: "pgbouncer" | "postgres" | "sqlite"
  readonly servers: number
  /** The number of answered requests. Each is repeated at the end. */
  readonly acknowledged: number
  /** The number of requests without an answer. */
  readonly unanswered: number
  readonly refused: Readonly<Record<string, number>>
  readonly kills: Readonly<Partial<Record<Kill, number>>>
  readonly promotions: number
  readonly seconds: number
}

type Kill = "server" | DatabaseKill

/**
 * Lets clients buy from several servers. Meanwhile servers, the database and its connections are
 * killed at random. Then it waits until all work has settled, and audits.
 */
export const survive = async (trial: Trial): Promise<Survived> => {
  const started = performance.now()
  const database = await databaseOf(trial)
  const bank = join(trial.folder, "bank")
  const clock = aheadClock()
  const judge = await startEngine({ storage: database.calmAddress, bank }, { clock, works: false })
  const crew = startCrew({
    servers: trial.servers,
    script: join(import.meta.dirname, "server.ts"),
    beside: trial.beside === null ? null : join(trial.beside, "examples/crash/src/server.ts"),
    setup: { storage: database.address, bank },
    ...(database.env === undefined ? {} : { run: { env: database.env } })
  })
  try {
    const shop = await openShop(judge.payloom, judge.box)
    const client = clientOf(shop.secretKey, crew.url)
    const sessions: Array<PaidSession> = []
    const judged = { ...judge, shop, client, sessions, wrong: crew.wrong }
    const stage = { trial, database, crew, clock, judged }
    const fate = await throughTrouble(stage)
    await untilSettled({
      ...{ crew, clock, client },
      ...{ payloom: judge.payloom, scope: shop.merchant.scope },
      ...{ patienceMs: trial.patienceMs, onProgress: trial.onProgress }
    })
    const found = await audit(judged)
    return {
      storage: storageOf(trial),
      servers: trial.servers,
      acknowledged: client.acknowledged.length,
      unanswered: client.unanswered.size,
      refused: Object.fromEntries(client.refused),
      ...fate,
      ...found,
      seconds: Math.round((performance.now() - started) / 100) / 10
    }
  } finally {
    await crew.stop()
    await judge.payloom.close()
    await database.stop()
  }
}

const databaseOf = async (trial: Trial): Promise<Database> => {
  const { folder, isPostgres, isPooled, isDiskFaulty, promotions } = trial
  if (isPostgres) return startDatabase({ isReplicated: promotions > 0, isPooled })
  return isDiskFaulty ? sqliteOnFaultyDisk(folder) : sqliteIn(folder)
}

const storageOf = ({ isPostgres, isPooled }: Trial): Survived["storage"] => {
  if (!isPostgres) return "sqlite"
  return isPooled ? "pgbouncer" : "postgres"
}

interface Stage {
  readonly trial: Trial
  readonly database: Database
  readonly crew: Crew
  readonly clock: AheadClock
  readonly judged: Judged & { readonly sessions: Array<PaidSession> }
}

/** Buys until the given number of kills and promotions is reached. */
const throughTrouble = async (stage: Stage): Promise<Pick<Survived, "kills" | "promotions">> => {
  const { trial, judged, crew } = stage
  while (crew.url() === null) await pause(50)
  const counts = { kills: {} as Partial<Record<Kill, number>>, promotions: 0 }
  const showProgress = () => {
    const killed = Object.values(counts.kills).reduce((sum, one) => sum + one, 0)
    const share = (killed + counts.promotions) / Math.max(trial.kills + trial.promotions, 1)
    const { length } = judged.client.acknowledged
    trial.onProgress(
      share,
      `${length} acknowledged, ${killed} killed, ${counts.promotions} promoted`
    )
  }
  await buyDuring(judged, trial.clients, () =>
    Promise.all([killAll(stage, counts, showProgress), promoteAll(stage, counts, showProgress)])
  )
  return counts
}

type Counts = { readonly kills: Partial<Record<Kill, number>>; promotions: number }

const killAll = async (
  { trial, database, crew, judged }: Stage,
  { kills }: Counts,
  showProgress: () => void
): Promise<void> => {
  const all: Readonly<Partial<Record<Kill, () => Promise<boolean>>>> = {
    server: async () => crew.kill(),
    ...database.kills
  }
  const kinds = Object.keys(all) as ReadonlyArray<Kill>
  const { acknowledged } = judged.client
  for (let killed = 0; killed < trial.kills; ) {
    await untilNextKill(trial.killEveryMs, () => acknowledged.length)
    const kind = oneOf(kinds) ?? "server"
    if ((await all[kind]?.()) !== true) continue
    killed += 1
    kills[kind] = (kills[kind] ?? 0) + 1
    showProgress()
  }
}

/** The number of answers of a primary before it is killed. */
const answersOfPrimary = 50

const promoteAll = async (
  { trial, database, judged }: Stage,
  counts: Counts,
  showProgress: () => void
): Promise<void> => {
  while (counts.promotions < trial.promotions) {
    const before = judged.client.acknowledged.length
    while (judged.client.acknowledged.length < before + answersOfPrimary) await pause(20)
    await database.promote()
    counts.promotions += 1
    showProgress()
  }
}
