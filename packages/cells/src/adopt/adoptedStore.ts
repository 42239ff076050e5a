import {
  CommitConflict,
  type Deployment,
  DeploymentCollection,
  deploymentScope,
  EventCollection,
  feedParts,
  type StoragePort,
  type Stored
} from "@payloom/core"
import { Effect, Option } from "effect"
import { CellsRefused } from "../CellsRefused.ts"
import { KnownCellCollection } from "../directoryRows.ts"
import { storedIdentity } from "../identities.ts"

/** Returns the deployment's row of a storage. Null if there is none. */
export const deploymentIn = (storage: StoragePort) =>
  Effect.map(
    storage.get(deploymentScope, DeploymentCollection, "deployment"),
    (found): Stored<Deployment> | null => Option.getOrNull(found)
  )

/** Returns the deployment of a store, as it was before it became a cell. */
export const ownDeployment = Effect.fnUntraced(function* (store: StoragePort, cell: string) {
  const found = yield* deploymentIn(store)
  if (found === null) {
    return yield* refused("not_a_store", `the storage of ${cell} has no store of an engine: add it`)
  }
  const { copyOf, restored, ...row } = found.row
  if (restored !== undefined) {
    return yield* refused("not_a_store", "the store was restored: reconcile it first")
  }
  if (copyOf === undefined) return row
  // A copy that was not finished looks the same, but has no identity of a cell.
  if ((yield* storedIdentity(store)) === null) {
    return yield* refused("not_a_store", "the store is a copy that was not finished: finish it")
  }
  return { ...row, secretCheck: copyOf }
})

/** Returns true if the store has the identity of the cell in the directory. */
export const isCellOf = Effect.fnUntraced(function* (
  directory: StoragePort,
  store: StoragePort,
  cell: string
) {
  const known = yield* directory.get(deploymentScope, KnownCellCollection, cell)
  return Option.isSome(known) && known.value.row.identity === (yield* storedIdentity(store))
})

/** Fails if another process writes the same rows. */
export const onlyHere = <A, E>(writing: Effect.Effect<A, E | CommitConflict>) =>
  Effect.catchIf(
    writing,
    (error): error is CommitConflict => error instanceof CommitConflict,
    () => refused("store_in_use", "another process adopts the store: wait for it")
  )

/** Returns the positions at the end of the events, by part. */
export const endsOf = (store: StoragePort) =>
  Effect.forEach(
    Array.from({ length: feedParts }, (_, part) => part),
    (part) => Effect.map(store.feedEnd(EventCollection, part), Option.getOrNull)
  )

/** Fails with `CellsRefused`. */
export const refused = (reason: CellsRefused["reason"], detail: string) =>
  Effect.fail(new CellsRefused({ reason, detail }))
