import type { StoragePort } from "@payloom/core"
import { Effect } from "effect"
import { Cell } from "../Cell.ts"
import { cellsStorage } from "../cellsStorage.ts"
import { pause } from "../realTime.ts"
import { mortality } from "./mortality.ts"
import { cellName } from "./openTestCells.ts"

/** The ports of a directory and of its cells. */
export interface Ports {
  readonly directory: StoragePort
  readonly cells: ReadonlyArray<StoragePort>
}

/** The course of a process: how long its calls take, and when it dies. */
export interface Course {
  /** The milliseconds that its calls take, one after another, again and again. */
  readonly delaysMs: ReadonlyArray<number>
  /** The number of the commit at which it dies. It never dies if there is no such commit. */
  readonly diesAt: number
  /** True if the commit at which it dies is written. */
  readonly isWritten: boolean
  /** The number of a commit for which others take it for dead, and which is written after that. */
  readonly stallsAt: number
  /** The end of that wait. Three times the grace without it. */
  readonly stallsUntil?: Promise<void>
}

const graceMs = 40

/** The course of a process that is quick and never dies. */
export const healthy: Course = { delaysMs: [], diesAt: -1, isWritten: false, stallsAt: -1 }

/** Starts a process on some ports. After its death its calls are never answered. */
export const startProcess = (
  ports: Ports,
  { delaysMs, diesAt, isWritten, stallsAt, stallsUntil }: Course,
  placeTenant: (tenant: string) => string
) => {
  let calls = 0
  let commits = 0
  const { die, living, run } = mortality()
  const stall = stallsUntil ? Effect.promise(() => stallsUntil) : pause(3 * graceMs)
  const delayed = <A, E>(call: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    living(
      Effect.suspend(() => {
        calls += 1
        const delayMs = delaysMs[calls % Math.max(delaysMs.length, 1)] ?? 0
        return delayMs === 0 ? call : Effect.andThen(pause(delayMs), call)
      })
    )
  const around = (port: StoragePort): StoragePort => ({
    ...port,
    get: (scope, of, id) => delayed(port.get(scope, of, id)),
    getMany: (scope, of, ids) => delayed(port.getMany(scope, of, ids)),
    findUnique: (scope, of, key, value) => delayed(port.findUnique(scope, of, key, value)),
    commit: (changes) =>
      delayed(
        Effect.suspend(() => {
          commits += 1
          if (commits === stallsAt) return Effect.andThen(stall, port.commit(changes))
          if (commits !== diesAt) return port.commit(changes)
          return isWritten ? Effect.andThen(Effect.exit(port.commit(changes)), die) : die
        })
      )
  })
  const cells = ports.cells.map((port, nth) => {
    const cell = new Cell(cellName(nth))
    cell.open(around(port))
    return cell
  })
  const storage = cellsStorage(around(ports.directory), cells, { placeTenant, graceMs })
  return { storage, run }
}
