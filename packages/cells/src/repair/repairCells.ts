import type { StoragePort, StorageUnavailable } from "@payloom/core"
import { Effect } from "effect"
import { deploymentIn, onlyHere, refused } from "../adopt/adoptedStore.ts"
import type { CellsRefused } from "../CellsRefused.ts"
import { type CellsOptions, openCell, openDirectory } from "../cells.ts"
import { allRowsOf } from "../directoryPages.ts"
import { KnownCellCollection } from "../directoryRows.ts"
import { movedCollections, type TableModules, tablesOf } from "../moves/openForMoves.ts"
import { correctKeys } from "./correctKeys.ts"
import { correctPlaces, type FoundTenants, findTenants } from "./correctPlaces.ts"
import { correctPositions } from "./correctPositions.ts"
import { enterCells } from "./enterCells.ts"
import { holdCells, restoredIn } from "./holdCells.ts"
import { undoMoves } from "./undoMoves.ts"

/** Cells of which one, or the directory, was restored. */
export interface CellsToRepair {
  /**
   * A cell that was restored by the tools of its database, and the time to which it was restored,
   * in milliseconds since the epoch. A file that was restored by `restoreSqlite` says so itself.
   */
  readonly restored?: { readonly cell: string; readonly to: number }
  /** The modules of the engines on the cells. */
  readonly modules?: TableModules
}

/** The result of a repair. */
export interface RepairedCells {
  /** The number of tenants in the cells. */
  readonly tenants: number
  /** The tenants whose cell was entered in the directory, or corrected there. */
  readonly placed: ReadonlyArray<string>
  /** The number of unique values, such as API keys, that were entered or corrected. */
  readonly keys: number
  /** The number of positions of consumers that were beyond the end of a restored cell. */
  readonly positions: number
  /** The tenants whose old rows were removed from a restored cell, because they had left it. */
  readonly removed: ReadonlyArray<string>
  /** The tenants whose moves were not handed over, and were undone. */
  readonly undone: ReadonlyArray<string>
  /** The tenants of the directory that have no rows in any cell: they came after the backup. */
  readonly lost: ReadonlyArray<string>
  /** The tenants that several cells have, although the directory names none of these. */
  readonly ambiguous: ReadonlyArray<string>
  /** True if the cells are held until they were reconciled with the providers. */
  readonly isHeld: boolean
}

/**
 * Makes the directory and the cells agree after one of them was restored from a backup. Stop all
 * engines first. The cells say which tenants and unique values they have, and the directory is
 * corrected. If two cells have a tenant, one of them was restored to a time before the tenant moved
 * away, and its rows of the tenant are removed. Moves that are not handed over are undone, because
 * a restored cell lacks their copies. Consumers begin at the end of a restored cell, if they had
 * events that it lost. If a cell was restored, no engine starts until the cells were reconciled
 * with the providers (`StorageHeld`).
 *
 * It may be repeated. Fails with `CellsRefused`, and with the errors of the storages.
 */
export const repairCells = <E>(
  storages: CellsOptions<E>,
  { restored, modules = [] }: CellsToRepair = {}
): Effect.Effect<RepairedCells, CellsRefused | StorageUnavailable | E> =>
  Effect.scoped(
    Effect.gen(function* () {
      const ofEngine = tablesOf(modules)
      const directory = yield* openDirectory(storages)
      const cells = new Map<string, StoragePort>()
      for (const name of yield* namesOf(storages, directory)) {
        const remedy = "the directory has it, so add it there"
        cells.set(name, yield* openCell(storages, { name, ofEngine, remedy }))
      }
      const deployment = yield* deploymentIn(directory)
      if (deployment?.row.copyOf !== undefined) {
        const detail = "an adoption or a copy was not finished: finish it first"
        return yield* refused("directory_taken", detail)
      }
      const own = yield* onlyHere(enterCells(directory, cells))
      const backups = yield* restoredIn(own, restored)
      const found: FoundTenants = yield* findTenants(own)
      const places = yield* onlyHere(correctPlaces({ directory, cells: own, ofEngine, found }))
      const opened = { directory, cells: own, collections: movedCollections(ofEngine) }
      const undone = yield* undoMoves(opened, places.homes)
      const keys = yield* onlyHere(correctKeys({ directory, cells: own, ofEngine, places }))
      const names = new Set(backups.keys())
      const positions = yield* onlyHere(correctPositions(directory, own, names))
      yield* onlyHere(holdCells(directory, own, backups))
      const { placed, removed, lost, ambiguous, homes } = places
      const isHeld = (yield* deploymentIn(directory))?.row.restored !== undefined
      const tenants = homes.size
      return { tenants, placed, keys, positions, removed, undone, lost, ambiguous, isHeld }
    })
  )

/** Returns the names of all cells of the options and of the directory. */
const namesOf = <E>(storages: CellsOptions<E>, directory: StoragePort) =>
  Effect.map(allRowsOf(directory, KnownCellCollection), (known) => [
    ...new Set([...Object.keys(storages.cells), ...known.map(({ row }) => row.id)])
  ])
