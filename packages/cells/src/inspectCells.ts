import {
  type AnyCollection,
  type CellsOverview,
  reasonOf,
  type Storage,
  StorageUnavailable,
  UpgradesStores
} from "@payloom/core"
import { Clock, Effect, type Layer } from "effect"
import type { CellsRefused } from "./CellsRefused.ts"
import { cellCollections } from "./cellRows.ts"
import { type CellsOptions, layerOf, openDirectory } from "./cells.ts"
import {
  cellsOverview,
  down,
  reasonIn,
  refused,
  type Standing,
  upWith,
  workIn
} from "./cellsOverview.ts"
import { held, identityIn } from "./identities.ts"
import { type TableModules, tablesOf } from "./moves/openForMoves.ts"
import { openLayer } from "./openLayer.ts"
import { within } from "./realTime.ts"

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
      const collections = [...tablesOf(modules), ...cellCollections]
      const now = yield* Clock.currentTimeMillis
      return yield* cellsOverview({
        directory,
        given: Object.keys(storages.cells),
        standingOf: (name, { identity }) => {
          const layer = layerOf(storages, name)
          return layer === undefined
            ? Effect.succeed(down("it is not in cells"))
            : standingOf(layer, collections, { identity, now })
        }
      })
    })
  ).pipe(Effect.provideService(UpgradesStores, false))

/** A cell, as the directory knows it, and the time of the look. */
interface Expected {
  readonly identity: string
  readonly now: number
}

/** Opens a cell of the directory, compares its identity, and looks at its work. */
const standingOf = <E>(
  layer: Layer.Layer<Storage, E>,
  collections: ReadonlyArray<AnyCollection>,
  { identity, now }: Expected
): Effect.Effect<Standing> => {
  const reading = Effect.scoped(
    Effect.flatMap(
      openLayer(layer, collections),
      Effect.fnUntraced(function* (storage) {
        const found = yield* identityIn(storage)
        if (found?.row.identity !== identity) return refused(mistaken(found === null))
        const { name, restored } = found.row
        if (restored !== undefined) return refused(held(name, restored), "cell_restored")
        return upWith(yield* workIn(storage, now))
      })
    )
  )
  const cause = `it did not open within ${openMs / 1000} s`
  return Effect.catch(within(openMs, cause, reading), (error) =>
    Effect.succeed(
      error instanceof StorageUnavailable
        ? down(reasonOf(error.cause))
        : refused(reasonOf(error), reasonIn(error))
    )
  )
}

const mistaken = (isEmpty: boolean): string =>
  isEmpty
    ? "Its storage is empty: give the one that has its rows, or restore it"
    : "Its storage is another cell: give each cell its own storage"
