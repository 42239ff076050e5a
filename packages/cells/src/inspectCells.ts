import {
  type AnyCollection,
  reasonOf,
  type Storage,
  StorageUnavailable,
  UpgradesStores
} from "@payloom/core"
import { Effect, type Layer } from "effect"
import type { CellsRefused } from "./CellsRefused.ts"
import { type CellIdentity, cellCollections } from "./cellRows.ts"
import { type CellsOptions, layerOf, openDirectory } from "./cells.ts"
import { allRowsOf } from "./directoryPages.ts"
import { type CellMove, CellMoveCollection, KnownCellCollection } from "./directoryRows.ts"
import { held, identityIn } from "./identities.ts"
import { countTenants } from "./moves/drainCell.ts"
import { type TableModules, tablesOf } from "./moves/openForMoves.ts"
import { openLayer } from "./openLayer.ts"
import { pause } from "./realTime.ts"

/** A cell, as an operator sees it. */
export interface CellState {
  readonly name: string
  /**
   * - `up`: it answers.
   * - `down`: it does not answer. Its tenants can't pay.
   * - `refused`: its storage is not that of the cell, or its tables are of another release.
   * - `new`: it is in the options, and no engine has used it yet.
   * - `missing`: the directory has it, and the options do not. Its tenants can't pay.
   */
  readonly state: "up" | "down" | "refused" | "new" | "missing"
  /** The number of tenants that are in the cell. */
  readonly tenants: number
  /** True if it was drained, so that it gets no new tenants. */
  readonly isDrained: boolean
  /** The reason of the state, in a sentence. Null if the cell is up or new. */
  readonly problem: string | null
  /**
   * The reason for programs, if the storage refused to open: `other_release` if its tables are
   * those of another release, or another reason of the adapter. Else null.
   */
  readonly reason: string | null
}

/** A move of a tenant that is not finished. */
export type UnfinishedMove = Pick<CellMove, "tenant" | "from" | "to" | "phase">

/** The cells of a directory, and the moves between them. */
export interface CellsOverview {
  /** The cells, sorted by name. */
  readonly cells: ReadonlyArray<CellState>
  /** The moves that are not finished. Some of them may run now. */
  readonly moves: ReadonlyArray<UnfinishedMove>
}

/** How long a cell may take to open, in milliseconds. */
const openMs = 10_000

/**
 * Returns the state of all cells, and the moves that are not finished. It adds no cell, and creates
 * and upgrades no table. Takes the options of `cells`. Fails with `CellsRefused`, and with the
 * errors of the directory's storage.
 */
export const inspectCells = <E>(
  storages: CellsOptions<E>,
  modules: TableModules = []
): Effect.Effect<CellsOverview, CellsRefused | StorageUnavailable | E> =>
  Effect.scoped(
    Effect.gen(function* () {
      const directory = yield* openDirectory(storages)
      const known = yield* allRowsOf(directory, KnownCellCollection)
      const byName = new Map(known.map(({ row }) => [row.id, row]))
      const names = new Set([...Object.keys(storages.cells), ...byName.keys()])
      const collections = [...tablesOf(modules), ...cellCollections]
      const cells = yield* Effect.forEach(
        [...names].sort(),
        Effect.fnUntraced(function* (name) {
          const row = byName.get(name)
          const own = { name, isDrained: row?.isDrained === true, reason: null }
          const tenants = yield* countTenants(directory, name)
          const layer = layerOf(storages, name)
          if (layer === undefined) {
            return { ...own, tenants, state: "missing", problem: "It is not in cells." } as const
          }
          if (row === undefined) return { ...own, tenants, state: "new", problem: null } as const
          const standing = yield* standingOf(layer, collections, row.identity)
          return { ...own, tenants, ...standing }
        }),
        { concurrency: "unbounded" }
      )
      const moves = (yield* allRowsOf(directory, CellMoveCollection)).map(({ row }) => row)
      return {
        cells,
        moves: moves.map(({ tenant, from, to, phase }) => ({ tenant, from, to, phase }))
      }
    })
  ).pipe(Effect.provideService(UpgradesStores, false))

type Standing = Pick<CellState, "state" | "problem" | "reason">

/** Opens a cell of the directory, and compares its identity. */
const standingOf = <E>(
  layer: Layer.Layer<Storage, E>,
  collections: ReadonlyArray<AnyCollection>,
  identity: string
): Effect.Effect<Standing> => {
  const reading = Effect.scoped(Effect.flatMap(openLayer(layer, collections), identityIn))
  const waiting = Effect.andThen(
    pause(openMs),
    Effect.fail(new StorageUnavailable({ cause: `it did not open within ${openMs / 1000} s` }))
  )
  return Effect.raceFirst(reading, waiting).pipe(
    Effect.map(
      (found): Standing =>
        found?.row.identity === identity
          ? standingWith(found.row)
          : {
              state: "refused",
              reason: null,
              problem:
                found === null
                  ? "Its storage is empty: give the one that has its rows, or restore it."
                  : "Its storage is another cell: give each cell its own storage."
            }
    ),
    Effect.catch((error) =>
      Effect.succeed<Standing>(
        error instanceof StorageUnavailable
          ? { state: "down", problem: sentence(reasonOf(error.cause)), reason: null }
          : { state: "refused", problem: sentence(reasonOf(error)), reason: reasonIn(error) }
      )
    )
  )
}

const standingWith = ({ name, restored }: CellIdentity): Standing =>
  restored === undefined
    ? { state: "up", problem: null, reason: null }
    : { state: "refused", problem: sentence(held(name, restored)), reason: "cell_restored" }

const reasonIn = (error: unknown): string | null => {
  const { reason }: { readonly reason?: unknown } = Object(error)
  return typeof reason === "string" ? reason : null
}

const sentence = (text: string): string => `${text.replace(/\.$/, "")}.`
