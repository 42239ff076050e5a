import type { StoragePort } from "@payloom/core"
import { Effect } from "effect"
import { Cell } from "../Cell.ts"
import { cellsStorage } from "../cellsStorage.ts"
import { pause } from "../realTime.ts"
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
}

const graceMs = 40

/** The course of a process that is quick and never dies. */
export const healthy: Course = { delaysMs: [], diesAt: -1, isWritten: false, stallsAt: -1 }

/** Starts a process on some ports. After its death its calls are never answered. */
export const startProcess = (
  ports: Ports,
  { delaysMs, diesAt, isWritten, stallsAt }: Course,
  placeTenant: (tenant: string) => string
) => {
  let calls = 0
  let commits = 0
  let isDead = false
  const end = Promise.withResolvers<"died">()
  const die = Effect.suspend(() => {
    isDead = true
    end.resolve("died")
    return Effect.never
  })
  const delayed = <A, E>(call: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      if (isDead) return Effect.never
      calls += 1
      const delayMs = delaysMs[calls % Math.max(delaysMs.length, 1)] ?? 0
      const answered = Effect.flatMap(call, (answer) =>
        isDead ? Effect.never : Effect.succeed(answer)
      )
      return delayMs === 0 ? answered : Effect.andThen(pause(delayMs), answered)
    })
  const around = (port: StoragePort): StoragePort => ({
    ...port,
    get: (scope, of, id) => delayed(port.get(scope, of, id)),
    getMany: (scope, of, ids) => delayed(port.getMany(scope, of, ids)),
    findUnique: (scope, of, key, value) => delayed(port.findUnique(scope, of, key, value)),
    commit: (changes) =>
      delayed(
        Effect.suspend(() => {
          commits += 1
          if (commits === stallsAt) return Effect.andThen(pause(3 * graceMs), port.commit(changes))
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
  /** Runs an effect of the process, until it ends or the process dies. */
  const run = <A>(effect: Effect.Effect<A, unknown>): Promise<A | "died"> =>
    Promise.race([Effect.runPromise(effect), end.promise])
  return { storage, run }
}
