import { deploymentScope, type StorageUnavailable } from "@payloom/core"
import { Effect, Option } from "effect"
import type { CellsRefused } from "./CellsRefused.ts"
import { type CellsOptions, openCell, openDirectory } from "./cells.ts"
import { KnownCellCollection } from "./directoryRows.ts"
import { checkIdentity } from "./identities.ts"
import { type TableModules, tablesOf } from "./moves/openForMoves.ts"

/** A cell to add. */
export interface CellToAdd {
  /** Its name in `cells` of the options. */
  readonly cell: string
  /** The modules of the engines on the cells. Their tables are created too. */
  readonly modules?: TableModules
}

/** A cell that can be given to engines. */
export interface AddedCell {
  readonly cell: string
  /** False if the directory had the cell already. */
  readonly isNew: boolean
}

/**
 * Adds a cell: creates its tables, and writes its identity there and in the directory. So a mistake
 * shows before engines are started with the cell. An engine adds a new cell by itself, too. Takes
 * the options of `cells`, with the new cell in them. Fails with `CellsRefused`, for example if the
 * storage has rows already, and with the errors of the storages.
 */
export const addCell = <E>(
  storages: CellsOptions<E>,
  { cell, modules = [] }: CellToAdd
): Effect.Effect<AddedCell, CellsRefused | StorageUnavailable | E> =>
  Effect.scoped(
    Effect.gen(function* () {
      const directory = yield* openDirectory(storages)
      const known = yield* directory.get(deploymentScope, KnownCellCollection, cell)
      const storage = yield* openCell(storages, {
        name: cell,
        ofEngine: tablesOf(modules),
        remedy: "add it there, with a storage of its own"
      })
      yield* checkIdentity(cell, storage, directory)
      return { cell, isNew: Option.isNone(known) }
    })
  )
