import { deploymentScope, insert, type StoragePort } from "@payloom/core"
import { Effect, Option } from "effect"
import { refused } from "../adopt/adoptedStore.ts"
import { KnownCellCollection } from "../directoryRows.ts"
import { identityIn } from "../identities.ts"

/**
 * Compares the identities of the cells with the directory, and enters cells that it lacks. Returns
 * the cells without new ones, which have no identity yet.
 */
export const enterCells = Effect.fnUntraced(function* (
  directory: StoragePort,
  cells: ReadonlyMap<string, StoragePort>
) {
  const own = new Map<string, StoragePort>()
  for (const [name, storage] of cells) {
    const found = yield* identityIn(storage)
    const known = Option.getOrNull(yield* directory.get(deploymentScope, KnownCellCollection, name))
    if (found === null) {
      if (known === null) continue
      const detail = `the storage of the cell ${name} is empty: give the one that has its rows`
      return yield* refused("cell_empty", detail)
    }
    const { identity } = found.row
    if (found.row.name !== name || (known !== null && known.row.identity !== identity)) {
      const detail =
        `the storage that is given for the cell ${name} is the cell ${found.row.name} of this or ` +
        "another directory: give each cell its own storage"
      return yield* refused("cell_mistaken", detail)
    }
    if (known === null) {
      yield* directory.commit([
        insert(deploymentScope, KnownCellCollection, { id: name, identity })
      ])
    }
    own.set(name, storage)
  }
  return own
})
