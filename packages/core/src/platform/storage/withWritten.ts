import { Effect } from "effect"
import type { Change } from "./Change.ts"
import { type Collection, type Row, type Stored, storedRow } from "./Collection.ts"
import type { Scope } from "./Scope.ts"
import type { StoragePort } from "./Storage.ts"

/**
 * Wraps a storage so that `get` returns rows of a commit that was just made, without a read. A
 * decision on such a row fails its version check if another commit has changed the row since.
 */
export const withWritten = (storage: StoragePort, changes: ReadonlyArray<Change>): StoragePort => ({
  ...storage,
  get: (scope, of, id) => {
    const written = writtenRow(changes, scope, of, id)
    return written === null ? storage.get(scope, of, id) : Effect.succeedSome(written)
  }
})

const writtenRow = <R extends Row>(
  changes: ReadonlyArray<Change>,
  scope: Scope,
  of: Collection<R>,
  id: string
): Stored<R> | null => {
  for (const change of changes) {
    if (change.collection.name !== of.name || !("row" in change) || change.row.id !== id) continue
    if (change.scope.tenant !== scope.tenant || change.scope.mode !== scope.mode) continue
    const version = change._tag === "Insert" ? (change.version ?? 1) : change.version + 1
    return storedRow(scope, change.row as R, version)
  }
  return null
}
