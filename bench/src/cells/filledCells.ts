import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { sqlite } from "@payloom/adapter-sqlite"
import { RecordedCommits } from "../RecordedCommits.ts"
import { RawCharges } from "../rawCharges.ts"
import { makeRare } from "../stored.ts"
import { openOnCells } from "./measureCells.ts"

const cellCount = 8

/** The time between two payments of a cell, in milliseconds. */
export const apartMs = 25_000

/** These rows are swept after two days, so a store has few of them. */
const swept: ReadonlySet<string> = new Set(["idempotency_records", "jobs"])

const fileOf = (folder: string, name: string) => join(folder, `${name}.db`)

const nameOf = (nth: number) => `cell_${nth + 1}`

/** Opens an engine on eight cells in the files of a folder, with a tenant in each. */
export const openFolder = (folder: string) => {
  const names = Array.from({ length: cellCount }, (_, nth) => nameOf(nth))
  return openOnCells(
    sqlite(fileOf(folder, "directory")),
    Object.fromEntries(names.map((name) => [name, sqlite(fileOf(folder, name))]))
  )
}

/**
 * Records a charge in one cell of a folder. Returns a function that writes so many of it into the
 * cell, as they are left when swept rows are gone.
 */
export const readyToFill = async (folder: string, nth: number) => {
  const { tills, record, close } = await openFolder(folder)
  const recorded = record()
  await tills[nth]?.charge()
  const staying = recorded().map((changes) =>
    changes.filter(({ _tag, collection }) => _tag !== "Check" && !swept.has(collection.name))
  )
  await close()
  const commits = new RecordedCommits(staying, "old", apartMs)
  return (payments: number): void => {
    const raw = new RawCharges(fileOf(folder, nameOf(nth)), commits)
    raw.execute("PRAGMA synchronous = OFF")
    raw.fill(payments)
    makeRare(raw, payments)
    raw.close()
  }
}

/** Starts a process that is ready to fill a cell. */
const startFiller = async (folder: string, nth: number): Promise<ChildProcess> => {
  const program = join(import.meta.dirname, "fillCell.ts")
  const filler = fork(program, [folder, `${nth}`], { execArgv: ["--conditions=source"] })
  await once(filler, "message")
  return filler
}

/** Fills the cells of a folder with equal parts of these payments, two cells at a time. */
export const fillFolder = async (folder: string, payments: number): Promise<void> => {
  const fillers: Array<ChildProcess> = []
  // Each opens all cells, so no cell is filled before the last one is ready.
  for (let nth = 0; nth < cellCount; nth++) fillers.push(await startFiller(folder, nth))
  const fillNext = async (): Promise<void> => {
    const filler = fillers.shift()
    if (filler === undefined) return
    filler.send(Math.round(payments / cellCount))
    const [code] = await once(filler, "exit")
    if (code !== 0) throw new Error("a cell was not filled")
    await fillNext()
  }
  await Promise.all([fillNext(), fillNext()])
}
