import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import { clientOf } from "@payloom/example-kit/client"
import { type Crew, oneOf, startCrew } from "@payloom/example-kit/crew"
import { untilSettled } from "@payloom/example-kit/untilSettled"
import { type Audit, audit, type Judged } from "./audit.ts"
import { keepBuying, type PaidSession } from "./buying.ts"
import { type Endpoint, startEndpoint, webhookFindings } from "./endpoint.ts"
import { startEngine } from "./engine.ts"
import { type Movers, moversOf } from "./movers.ts"
import { prepareRenewals, renewalFindings } from "./renewals.ts"
import { openShop } from "./shop.ts"
import { type Times, timesOf } from "./timesOf.ts"

/** The options of a trial of moves between cells. */
export interface MoveTrial {
  /** The folder for the files of the cells and the bank's journal. */
  readonly folder: string
  readonly servers: number
  /** The number of clients that buy at the same time. */
  readonly clients: number
  readonly cells: number
  readonly moves: number
  readonly kills: number
  readonly killEveryMs: number
  /** The longest wait for all work in flight to settle at the end, in milliseconds. */
  readonly patienceMs: number
  readonly onProgress: (share: number, text: string) => void
}

/** The result of a trial of moves. */
export interface SurvivedMoves extends Audit {
  readonly storage: "cells"
  readonly cells: number
  readonly servers: number
  /** The number of answered requests. Each is repeated at the end. */
  readonly acknowledged: number
  /** The number of requests without an answer. */
  readonly unanswered: number
  readonly refused: Readonly<Record<string, number>>
  readonly kills: Readonly<Record<Kill, number>>
  readonly moves: number
  /** The times for which the shop could not commit, in milliseconds. */
  readonly freezeMs: Times
  /** The number of events that the endpoint took. */
  readonly webhooks: number
  /** The number of subscriptions that were renewed meanwhile. */
  readonly renewals: number
  readonly seconds: number
}

type Kill = "server" | "mover"

/** The number of renewals for each move, and the time between two of them. */
const renewing = { count: 2, everyMs: 2000 }

/**
 * Lets clients buy from several servers on cells in SQLite files. Subscriptions are renewed and
 * webhooks are sent. Meanwhile the shop moves from cell to cell again and again, and servers and
 * movers are killed. Then it waits until all work has settled, and audits.
 */
export const surviveMoves = async (trial: MoveTrial): Promise<SurvivedMoves> => {
  const started = performance.now()
  const endpoint = await startEndpoint()
  try {
    const survived = await tryCells(trial, endpoint)
    return { ...survived, seconds: Math.round((performance.now() - started) / 100) / 10 }
  } finally {
    await endpoint.stop()
  }
}

const tryCells = async (
  trial: MoveTrial,
  endpoint: Endpoint
): Promise<Omit<SurvivedMoves, "seconds">> => {
  const storage = join(trial.folder, "cells")
  mkdirSync(storage)
  const places = { storage, cells: trial.cells, bank: join(trial.folder, "bank") }
  const clock = aheadClock()
  const judge = await startEngine(places, { clock, works: false })
  const shop = await openShop(judge.payloom, judge.box)
  const count = renewing.count * trial.moves
  const renewals = await prepareRenewals(judge.payloom, shop, clock, { ...renewing, count })
  await shop.merchant.webhooks.create({ url: endpoint.url })
  renewals.begin()
  const since = clock.now()
  const script = join(import.meta.dirname, "server.ts")
  const crew = startCrew({ servers: trial.servers, script, setup: places })
  const { tenant } = shop.merchant.scope
  const aheadMs = clock.now() - Date.now()
  crew.moveAhead(aheadMs)
  const movers = moversOf({ folder: storage, cells: trial.cells, tenant, aheadMs })
  try {
    const client = clientOf(shop.secretKey, crew.url)
    const sessions: Array<PaidSession> = []
    const wrong = () => [...crew.wrong, ...movers.wrong]
    const judged = { ...judge, shop, client, sessions, wrong: [] }
    const kills = await throughMoves(trial, movers, crew, judged)
    await untilSettled({
      ...{ crew, clock, client, payloom: judge.payloom, scope: shop.merchant.scope },
      ...{ patienceMs: trial.patienceMs, onProgress: trial.onProgress }
    })
    const found = await audit({ ...judged, wrong: wrong() })
    const more = [
      ...(await renewalFindings(shop, renewals.subscriptions)),
      ...(await webhookFindings(shop, endpoint, since))
    ]
    return {
      storage: "cells",
      cells: trial.cells,
      servers: trial.servers,
      acknowledged: client.acknowledged.length,
      unanswered: client.unanswered.size,
      refused: Object.fromEntries(client.refused),
      webhooks: endpoint.taken.size,
      renewals: count,
      kills,
      moves: trial.moves,
      freezeMs: timesOf(movers.freezesMs.map(Math.round)),
      ...found,
      findings: [...found.findings, ...more].slice(0, 20)
    }
  } finally {
    await crew.stop()
    await judge.payloom.close()
  }
}

/** Buys until the given numbers of moves and kills are reached. */
const throughMoves = async (
  trial: MoveTrial,
  movers: Movers,
  crew: Crew,
  judged: Judged & { readonly sessions: Array<PaidSession> }
): Promise<Record<Kill, number>> => {
  while (crew.url() === null) await pause(50)
  let isOver = false
  const buying = { ...judged, keep: (session: PaidSession) => void judged.sessions.push(session) }
  const bought = Array.from({ length: trial.clients }, (_, nth) =>
    keepBuying(buying, `lane ${nth} order `, () => isOver)
  )
  const kills = { server: 0, mover: 0 }
  let moved = 0
  const showProgress = () => {
    const done = kills.server + kills.mover + moved
    trial.onProgress(
      done / Math.max(trial.kills + trial.moves, 1),
      `${judged.client.acknowledged.length} acknowledged, ${done - moved} killed, ${moved} moved`
    )
  }
  const onMove = (done: number) => {
    moved = done
    showProgress()
  }
  await Promise.all([
    movers.moveAll(trial.moves, onMove),
    killAll(trial, kills, {
      ways: { server: crew.kill, mover: movers.kill },
      answers: () => judged.client.acknowledged.length,
      moved: () => moved,
      onKill: showProgress
    })
  ])
  isOver = true
  await Promise.all(bought)
  return kills
}

/** The number of answers between two kills. */
const answersBetweenKills = 4

interface Killing {
  readonly ways: Readonly<Record<Kill, () => boolean>>
  readonly answers: () => number
  readonly moved: () => number
  readonly onKill: () => void
}

/** Kills servers and movers. Each move has its share of the kills. */
const killAll = async (
  { kills: all, moves, killEveryMs }: MoveTrial,
  kills: Record<Kill, number>,
  { ways, answers, moved, onKill }: Killing
): Promise<void> => {
  const killed = () => kills.server + kills.mover
  while (killed() < all) {
    const before = answers()
    await pause(killEveryMs * (0.5 + Math.random()))
    while (answers() < before + answersBetweenKills) await pause(20)
    if (moved() < moves && killed() >= (all * (moved() + 1)) / moves) continue
    const kind = oneOf(["server", "mover"] as const) ?? "server"
    if (!ways[kind]()) continue
    kills[kind] += 1
    onKill()
  }
}
