import {
  type Scope,
  type StoragePort,
  StorageUnavailable,
  type UnfinishedMove,
  UpgradesStores
} from "@payloom/core"
import { Effect } from "effect"
import { CellDown } from "./Cell.ts"
import { CellsRefused } from "./CellsRefused.ts"
import { type CellsOptions, layerOf, openAll } from "./cells.ts"
import { cellsStorage } from "./cellsStorage.ts"
import { allRowsOf, eachPageOf } from "./directoryPages.ts"
import { CellMoveCollection, HandOverCollection, KnownCellCollection } from "./directoryRows.ts"
import { isDeployment } from "./Homes.ts"
import { type TableModules, tablesOf } from "./moves/openForMoves.ts"
import { requireModules } from "./moves/requireModules.ts"

/** Open cells whose rows are copied to another storage. */
export interface CellsToCopy {
  /** The rows of all tenants and of the deployment, as if they were in one store. */
  readonly storage: StoragePort
  /** The tenants that have ever moved to another cell. */
  readonly moved: ReadonlySet<string>
  /** The moves that are not finished now. Rows of these tenants are in two cells. */
  readonly moves: Effect.Effect<ReadonlyArray<UnfinishedMove>, StorageUnavailable>
}

/**
 * Opens all cells to copy their rows, until the scope ends. It adds no cell, and creates and
 * upgrades no table. Takes the options of `cells`. Fails with `CellsRefused` if the options lack a
 * cell or the modules lack tables, with `StorageUnavailable` if a cell is down, and with the errors
 * of the storages.
 */
export const openToCopy = Effect.fnUntraced(
  function* <E>(storages: CellsOptions<E>, modules: TableModules = []) {
    const collections = tablesOf(modules)
    const { directory, opened } = yield* openAll(storages, collections)
    yield* requireAll(storages, directory)
    const known = new Map(collections.map((of) => [of.name, of]))
    for (const { name, storage, failure } of opened) {
      if (storage === null) {
        const cause = new CellDown({ cell: name, cause: failure })
        return yield* Effect.fail(new StorageUnavailable({ cause }))
      }
      yield* Effect.catchTag(requireModules(storage, known), "MoveRefused", ({ detail }) =>
        Effect.fail(new CellsRefused({ reason: "modules_missing", detail }))
      )
    }
    const moved = new Set<string>()
    yield* eachPageOf(directory, HandOverCollection, (page) =>
      Effect.sync(() => {
        for (const { row } of page) moved.add(row.tenant)
      })
    )
    const stored = new Set(yield* directory.storedCollections ?? Effect.succeed([]))
    return {
      storage: withoutTables(cellsStorage(directory, opened), stored),
      moved,
      moves: Effect.map(allRowsOf(directory, CellMoveCollection), (rows) =>
        rows.map(({ row: { tenant, from, to, phase } }) => ({ tenant, from, to, phase }))
      )
    } satisfies CellsToCopy
  },
  (opening) => Effect.provideService(opening, UpgradesStores, false)
)

/**
 * Answers that the deployment has no rows of a collection without a table in the directory. Such a
 * table would be created by the first read, or the read would be refused.
 */
const withoutTables = (storage: StoragePort, stored: ReadonlySet<string>): StoragePort => {
  const lacks = ({ tenant }: Scope, { name }: { readonly name: string }) =>
    isDeployment(tenant) && stored.size > 0 && !stored.has(name)
  return {
    ...storage,
    page: (scope, of, query) =>
      lacks(scope, of) ? Effect.succeed([]) : storage.page(scope, of, query),
    getMany: (scope, of, ids) =>
      lacks(scope, of) ? Effect.succeed([]) : storage.getMany(scope, of, ids),
    sums: (scope, of, name, query) =>
      lacks(scope, of) ? Effect.succeed([]) : storage.sums(scope, of, name, query)
  }
}

/**
 * Fails if the directory has a cell that the options lack. Tenants may be in it, and consumers may
 * still have to read what tenants left there.
 */
const requireAll = Effect.fnUntraced(function* <E>(
  storages: CellsOptions<E>,
  directory: StoragePort
) {
  for (const { row } of yield* allRowsOf(directory, KnownCellCollection)) {
    if (layerOf(storages, row.id) !== undefined) continue
    const detail = `the directory has the cell ${row.id}, and cells lacks it: add it`
    return yield* Effect.fail(new CellsRefused({ reason: "options_invalid", detail }))
  }
})
