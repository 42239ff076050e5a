import { DeploymentCollection, type RestoredFrom, type StoragePort, update } from "@payloom/core"
import { Clock, Effect } from "effect"
import { deploymentIn, refused } from "../adopt/adoptedStore.ts"
import { CellIdentityCollection } from "../cellRows.ts"
import { identityIn } from "../identities.ts"

type Cells = ReadonlyMap<string, StoragePort>

/** Returns the cells that were restored, with the times of their backups. */
export const restoredIn = Effect.fnUntraced(function* (
  cells: Cells,
  given: { readonly cell: string; readonly to: number } | undefined
) {
  const found = new Map<string, number>()
  for (const [name, storage] of cells) {
    const restored = (yield* identityIn(storage))?.row.restored
    if (restored !== undefined) found.set(name, restored.takenAt)
  }
  if (given === undefined) return found
  if (!cells.has(given.cell)) {
    return yield* refused("options_invalid", `there is no cell ${given.cell}: correct its name`)
  }
  return found.set(given.cell, given.to)
})

/**
 * Lets no engine start until the cells were reconciled with the providers, if one was restored. The
 * mark of a restored cell goes to the directory.
 */
export const holdCells = Effect.fnUntraced(function* (
  directory: StoragePort,
  cells: Cells,
  backups: ReadonlyMap<string, number>
) {
  if (backups.size === 0) return
  const stored = yield* deploymentIn(directory)
  if (stored === null) {
    return yield* refused("not_a_store", "the directory is empty: restore a backup of it first")
  }
  const { restored: before, ...row } = stored.row
  const restored: RestoredFrom = {
    secretCheck: before?.secretCheck ?? row.secretCheck,
    takenAt: Math.min(before?.takenAt ?? Number.POSITIVE_INFINITY, ...backups.values()),
    restoredAt: yield* Clock.currentTimeMillis,
    backup: null
  }
  yield* directory.commit([
    update(DeploymentCollection, stored, { ...row, secretCheck: "", restored })
  ])
  for (const name of backups.keys()) {
    const storage = cells.get(name)
    const identity = storage === undefined ? null : yield* identityIn(storage)
    if (storage === undefined || identity?.row.restored === undefined) continue
    const { restored: _done, ...unmarked } = identity.row
    yield* storage.commit([update(CellIdentityCollection, identity, unmarked)])
  }
})
