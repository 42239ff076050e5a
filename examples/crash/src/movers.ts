import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { cellNames } from "@payloom/example-kit/trialCells"
import type { MoverReport, MoverSetup } from "./mover.ts"

/** Processes that move a tenant from cell to cell, one after another. */
export interface Movers {
  /** Moves the tenant so many times. A mover that was killed is followed by another one. */
  readonly moveAll: (moves: number, onMove: (done: number) => void) => Promise<void>
  /** Kills the mover. Returns false if none moves rows now. */
  readonly kill: () => boolean
  /** The times for which the tenant was frozen, in milliseconds, by moves that were not resumed. */
  readonly freezesMs: ReadonlyArray<number>
  /** Errors of movers that must never happen. */
  readonly wrong: ReadonlyArray<string>
}

const script = join(import.meta.dirname, "mover.ts")

/** A mover that finds a database busy is followed by another one. */
const expected = /StorageUnavailable/

/** The time between two moves, in milliseconds, in which the tenant pays in its new cell. */
const betweenMs = 300

/** Returns the movers of a tenant between cells in the files of a folder. */
export const moversOf = (fixed: Omit<MoverSetup, "to">): Movers => {
  const freezesMs: Array<number> = []
  const wrong: Array<string> = []
  let moving: ChildProcess | null = null
  const moveOnce = async (to: string): Promise<boolean> => {
    const setup: MoverSetup = { ...fixed, to }
    const mover = fork(script, [JSON.stringify(setup)], { execArgv: ["--conditions=source"] })
    let isDone = false
    mover.on("message", (report: MoverReport) => {
      if (report === "moving") moving = mover
      else if ("failed" in report && !expected.test(report.failed)) wrong.push(report.failed)
      else if ("moved" in report) {
        isDone = true
        if (report.moved.frozenMs !== null) freezesMs.push(report.moved.frozenMs)
      }
    })
    await once(mover, "exit")
    moving = null
    return isDone
  }
  return {
    moveAll: async (moves, onMove) => {
      const names = cellNames(fixed.cells)
      for (let done = 0; done < moves; ) {
        const to = names[(done + 1) % names.length] ?? ""
        if (!(await moveOnce(to))) continue
        done += 1
        onMove(done)
        await pause(betweenMs)
      }
    },
    kill: () => moving?.kill("SIGKILL") ?? false,
    freezesMs,
    wrong
  }
}
