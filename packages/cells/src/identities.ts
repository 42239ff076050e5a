import {
  DeploymentCollection,
  deploymentScope,
  insert,
  type RestoredFrom,
  type StoragePort,
  type StorageUnavailable,
  type Stored,
  UpgradesStores
} from "@payloom/core"
import { Effect, Option } from "effect"
import { CellsRefused } from "./CellsRefused.ts"
import { type CellIdentity, CellIdentityCollection } from "./cellRows.ts"
import { KnownCellCollection, TenantPlaceCollection } from "./directoryRows.ts"

type Checked = Effect.Effect<void, CellsRefused | StorageUnavailable>

/** Fails if the storage of the directory has rows of tenants. */
export const checkDirectory = (directory: StoragePort) =>
  Effect.flatMap(directory.scopes({ limit: 2 }), (scopes) => {
    const own = scopes.find(({ tenant }) => tenant !== deploymentScope.tenant)
    return own === undefined
      ? Effect.void
      : refused(
          "directory_taken",
          `the storage of the directory has rows of ${own.tenant}: give the directory a storage ` +
            "of its own, such as another schema or file"
        )
  })

/** Returns the identity in the storage of a cell. Null if it was never a cell. */
export const storedIdentity = (storage: StoragePort) =>
  Effect.map(
    storage.get(deploymentScope, CellIdentityCollection, "cell"),
    Option.match({ onNone: () => null, onSome: ({ row }) => row.identity })
  )

/**
 * Compares the identity of a cell in the directory with that in its storage. A new cell gets one,
 * if its storage is empty.
 */
export const checkIdentity = (
  name: string,
  storage: StoragePort,
  directory: StoragePort
): Checked =>
  Effect.gen(function* () {
    const expected = yield* identityOf(name, directory)
    const read = storage.get(deploymentScope, CellIdentityCollection, "cell")
    let found = yield* read
    if (Option.isNone(found)) {
      yield* requireNew(name, storage, directory)
      const row = { id: "cell", name, identity: expected } as const
      yield* firstOnly(storage.commit([insert(deploymentScope, CellIdentityCollection, row)]))
      found = yield* read
    }
    if (Option.isSome(found) && found.value.row.identity === expected) {
      const { restored } = found.value.row
      return restored === undefined
        ? undefined
        : yield* refused("cell_restored", held(name, restored))
    }
    const other = Option.match(found, { onNone: () => "nothing", onSome: ({ row }) => row.name })
    return yield* refused(
      "cell_mistaken",
      `the storage that is given for the cell ${name} is the cell ${other} of this or another ` +
        "directory: give each cell its own storage"
    )
  })

/** Says what to do with a cell that was restored from a backup. */
export const held = (name: string, { takenAt }: RestoredFrom): string =>
  `the cell ${name} was restored from a backup of ${new Date(takenAt).toISOString()}: run ` +
  "payloom cells repair, and then payloom reconcile"

/** Returns the identity row in the storage of a cell. Null if it was never a cell. */
export const identityIn = (storage: StoragePort) =>
  Effect.map(
    storage.get(deploymentScope, CellIdentityCollection, "cell"),
    (found): Stored<CellIdentity> | null => Option.getOrNull(found)
  )

/** Returns the identity of a cell in the directory. A new cell gets one. */
const identityOf = Effect.fnUntraced(function* (name: string, directory: StoragePort) {
  const read = directory.get(deploymentScope, KnownCellCollection, name)
  const known = yield* read
  if (Option.isSome(known)) return known.value.row.identity
  const row = { id: name, identity: globalThis.crypto.randomUUID() }
  yield* firstOnly(directory.commit([insert(deploymentScope, KnownCellCollection, row)]))
  return Option.match(yield* read, { onNone: () => "", onSome: (stored) => stored.row.identity })
})

/** If several processes start at once, one writes a row and the others read it. */
const firstOnly = (commit: ReturnType<StoragePort["commit"]>) =>
  Effect.catchTag(commit, "CommitConflict", () => Effect.void)

const requireNew = Effect.fnUntraced(function* (
  name: string,
  storage: StoragePort,
  directory: StoragePort
) {
  const placed = yield* directory.page(deploymentScope, TenantPlaceCollection, {
    where: { cell: name },
    order: "asc",
    limit: 1
  })
  if (placed.length > 0) {
    return yield* refused(
      "cell_empty",
      `the directory has tenants in the cell ${name}, but its storage has no rows of a cell: ` +
        "give the storage that has them, or restore it"
    )
  }
  if (!(yield* UpgradesStores)) {
    return yield* refused(
      "cell_empty",
      `the storage of the cell ${name} has no rows of a cell yet: start an engine with it`
    )
  }
  const scopes = yield* storage.scopes({ limit: 2 })
  const ofEngine = yield* storage.get(deploymentScope, DeploymentCollection, "deployment")
  // The scope of the deployment stays when an adoption is undone.
  const isUsed = scopes.some(({ tenant }) => tenant !== deploymentScope.tenant)
  if (isUsed || Option.isSome(ofEngine)) {
    return yield* refused(
      "cell_taken",
      `the storage of the new cell ${name} has rows already: give an empty one`
    )
  }
})

const refused = (reason: CellsRefused["reason"], detail: string) =>
  Effect.fail(new CellsRefused({ reason, detail }))
