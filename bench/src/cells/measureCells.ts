import { join } from "node:path"
import { sqlite } from "@payloom/adapter-sqlite"
import { type CellLayers, cells } from "@payloom/cells"
import { openShop, openTill, type Till } from "../engine.ts"
import type { Line } from "../report.ts"
import { type Batch, type BothTimes, compareBoth, concurrently } from "../rounds.ts"

/** The cost of cells on SQLite files. */
export interface CellFigures {
  /** A charge of a known tenant in one of two cells, compared with a file without cells. */
  readonly cached: BothTimes
}

/** Returns a function that calls these functions in turn. */
export const inTurns = (calls: ReadonlyArray<() => Promise<unknown>>) => {
  let turn = 0
  return () => {
    turn = (turn + 1) % calls.length
    return calls[turn]?.() ?? Promise.resolve()
  }
}

/** Opens an engine on cells with a tenant in each. */
export const openOnCells = async (
  directory: Parameters<typeof cells>[0]["directory"],
  layers: CellLayers<unknown>
) => {
  const names = Object.keys(layers)
  let placed = 0
  const storage = cells({
    directory,
    cells: layers,
    placeTenant: () => names[placed++ % names.length] ?? ""
  })
  const first = await openShop("", false, { storage })
  const { payloom, record } = first
  const tills: Array<Till> = [first]
  for (const name of names.slice(1)) tills.push(await openTill(payloom, `bench ${name}`))
  return { tills, charges: tills.map(({ charge }) => charge), record, close: () => payloom.close() }
}

/** Compares charges on cells to the same charges on one file. */
export const measureCells = async (folder: string): Promise<CellFigures> => {
  const file = (name: string) => join(folder, `${name}.db`)
  // The first shop of a process is faster than the second one, so the plain ones enclose the other.
  const before = await openShop(file("before"))
  const onCells = await openOnCells(sqlite(file("directory")), {
    a: sqlite(file("a")),
    b: sqlite(file("b"))
  })
  const after = await openShop(file("after"))
  const plain: Batch = concurrently(1, inTurns([before.charge, after.charge]))
  const cached = await compareBoth(concurrently(1, inTurns(onCells.charges)), plain, {
    rounds: 60,
    count: 100,
    warmUp: 4000
  })
  await before.payloom.close()
  await onCells.close()
  await after.payloom.close()
  return { cached }
}

/** Returns the lines of the results. */
export const cellLines = ({ cached }: CellFigures): ReadonlyArray<Line> => [
  {
    name: "directory_cached",
    value: 1 / cached.processor.ratio,
    bound: "<= 1.02",
    meaning: "processor time of a charge of a known tenant in a cell, compared with one file"
  }
]

/** Returns the durations that the ratios compare, in microseconds. */
export const cellMicroseconds = ({ cached }: CellFigures) => ({
  cells_charge_cpu_us: cached.processor.subject,
  plain_charge_cpu_us: cached.processor.reference,
  cells_charge_us: cached.elapsed.subject,
  plain_charge_us: cached.elapsed.reference
})
