import type { CellsOverview } from "@payloom/core"
import { Effect } from "effect"
import { seesAll } from "../../ConsoleUser.ts"
import { Refused } from "../../frame/refusals.ts"
import type { ConsoleEngine, ReadCall, Room } from "../../Room.ts"
import type { CellsView } from "./CellsView.ts"

/** The state of the cells, if the storage has cells. Only for people who see all accounts. */
export const cellsRoom: Room = {
  reads: [{ path: "/cells", run: (call) => readCells(call) }],
  acts: []
}

const readCells = async ({ payloom, merchant, now, user }: ReadCall): Promise<CellsView> => {
  const { cells } = payloom.services
  if (cells === undefined || !seesAll(user)) {
    const message = "There are no cells, or you may not see them."
    throw new Refused(404, "cells_unknown", message)
  }
  const [overview, account] = await Promise.all([
    knownOverview(payloom, now),
    Effect.runPromise(cells.cellOf(merchant.scope.tenant))
  ])
  return { ...overview, account, now }
}

interface Known {
  readonly until: number
  readonly overview: Promise<CellsOverview>
}

const known = new WeakMap<ConsoleEngine, Known>()

/** The time for which the state of the cells is shown again, in milliseconds. */
const keepMs = 5000

/** Many open pages read the cells once, because each cell takes up to hundreds of reads. */
const knownOverview = (payloom: ConsoleEngine, now: number): Known["overview"] => {
  const before = known.get(payloom)
  if (before !== undefined && performance.now() < before.until) return before.overview
  const { cells } = payloom.services
  const overview =
    cells === undefined
      ? Promise.resolve({ cells: [], moves: [] })
      : Effect.runPromise(cells.overview(now))
  known.set(payloom, { until: performance.now() + keepMs, overview })
  overview.catch(() => known.delete(payloom))
  return overview
}
