import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { oneOf } from "@payloom/example-kit/crew"
import { buyDuring } from "./buying.ts"
import { moversOf } from "./movers.ts"
import { type Times, timesOf } from "./timesOf.ts"
import { type Traded, type Trading, type TradingStage, tradeThrough } from "./trading.ts"
import { untilNextKill } from "./untilNextKill.ts"

/** The options of a trial of moves between cells. */
export interface MoveTrial extends Trading {
  /** The folder for the files of the cells and the bank's journal. */
  readonly folder: string
  /** The number of clients that buy at the same time. */
  readonly clients: number
  readonly cells: number
  readonly moves: number
  readonly kills: number
  readonly killEveryMs: number
}

/** The result of a trial of moves. */
export interface SurvivedMoves extends Traded {
  readonly storage: "cells"
  readonly cells: number
  readonly kills: Readonly<Record<Kill, number>>
  readonly moves: number
  /** The times for which the shop could not commit, in milliseconds. */
  readonly freezeMs: Times
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
  const { cells, moves } = trial
  const storage = join(trial.folder, "cells")
  mkdirSync(storage)
  const places = { storage, cells, bank: join(trial.folder, "bank") }
  const place = { places, renewing: { ...renewing, count: renewing.count * moves } }
  const { troubled, ...traded } = await tradeThrough(trial, place, (stage) =>
    throughMoves(trial, storage, stage)
  )
  const { kills, freezesMs } = troubled
  return {
    storage: "cells",
    cells,
    ...traded,
    kills,
    moves,
    freezeMs: timesOf(freezesMs.map(Math.round)),
    seconds: Math.round((performance.now() - started) / 100) / 10
  }
}

/** Buys until the given numbers of moves and kills are reached. */
const throughMoves = async (
  trial: MoveTrial,
  folder: string,
  { crew, judged, aheadMs }: TradingStage
) => {
  const { tenant } = judged.shop.merchant.scope
  const movers = moversOf({ folder, cells: trial.cells, tenant, aheadMs })
  const kills = { server: 0, mover: 0 }
  let moved = 0
  const answers = () => judged.client.acknowledged.length
  const showProgress = () => {
    const killed = kills.server + kills.mover
    trial.onProgress(
      (killed + moved) / Math.max(trial.kills + trial.moves, 1),
      `${answers()} acknowledged, ${killed} killed, ${moved} moved`
    )
  }
  const onMove = (done: number) => {
    moved = done
    showProgress()
  }
  await buyDuring(judged, trial.clients, () =>
    Promise.all([
      movers.moveAll(trial.moves, onMove),
      killAll(trial, kills, {
        ways: { server: crew.kill, mover: movers.kill },
        answers,
        moved: () => moved,
        onKill: showProgress
      })
    ])
  )
  return { kills, freezesMs: movers.freezesMs, wrong: movers.wrong }
}

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
    await untilNextKill(killEveryMs, answers)
    if (moved() < moves && killed() >= (all * (moved() + 1)) / moves) continue
    const kind = oneOf(["server", "mover"] as const) ?? "server"
    if (!ways[kind]()) continue
    kills[kind] += 1
    onKill()
  }
}
