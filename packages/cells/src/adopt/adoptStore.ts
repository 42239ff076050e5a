import {
  type AnyCollection,
  type Deployment,
  DeploymentCollection,
  deploymentScope,
  insert,
  remove,
  type StoragePort,
  type StorageUnavailable,
  type Stored,
  update
} from "@payloom/core"
import { Effect, Option } from "effect"
import type { CellsRefused } from "../CellsRefused.ts"
import { CellIdentityCollection } from "../cellRows.ts"
import { type CellsOptions, openCell, openDirectory } from "../cells.ts"
import { countTenants } from "../directoryPages.ts"
import { KnownCellCollection } from "../directoryRows.ts"
import { storedIdentity } from "../identities.ts"
import { type TableModules, tablesOf } from "../moves/openForMoves.ts"
import { requireModules } from "../moves/requireModules.ts"
import { deploymentIn, endsOf, isCellOf, onlyHere, ownDeployment, refused } from "./adoptedStore.ts"
import { copyConsumers } from "./copyConsumers.ts"
import { type AdoptProgress, enterTenants } from "./enterTenants.ts"

/** A store that becomes a cell. */
export interface StoreToAdopt {
  /** The name of the cell in `cells` of the options. Its storage is the store. */
  readonly cell: string
  /** The modules of the engines on the store. */
  readonly modules?: TableModules
  /** Is called after each page of rows. */
  readonly onProgress?: (progress: AdoptProgress) => void
}

/** A store that is a cell now. */
export interface AdoptedStore {
  readonly cell: string
  /** The number of its tenants. */
  readonly tenants: number
  /** False if it was a cell before this call. */
  readonly isNew: boolean
}

/**
 * Makes the store of an engine the first cell of a new directory. Stop all engines on the store
 * first. The rows stay where they are. The directory gets the tenants of the store, the values that
 * are unique over all tenants, and the positions of consumers. So keys, ids, cursors and
 * idempotency keys are as before, and each consumer continues with its next event.
 *
 * From the first change on, no engine starts on the store alone any more (`StorageIncomplete`), and
 * until the end none starts on the cells. If the call fails or its process dies, call it again: it
 * continues. Reads all rows that have unique values once. Takes the options of `cells`. Fails with
 * `CellsRefused`, and with the errors of the storages.
 *
 * ```ts
 * const storages = {
 *   directory: sqlite("directory.db"),
 *   cells: { a: sqlite("payloom.db"), b: sqlite("b.db") }
 * }
 * await Effect.runPromise(adoptStore(storages, { cell: "a" }))
 * ```
 */
export const adoptStore = <E>(
  storages: CellsOptions<E>,
  { cell, modules = [], onProgress = () => undefined }: StoreToAdopt
): Effect.Effect<AdoptedStore, CellsRefused | StorageUnavailable | E> =>
  Effect.scoped(
    Effect.gen(function* () {
      const collections = tablesOf(modules)
      const directory = yield* openDirectory(storages)
      const store = yield* openCell(storages, {
        name: cell,
        ofEngine: collections,
        remedy: "name the store there"
      })
      const known = yield* deploymentIn(directory)
      const isFinished = known !== null && known.row.copyOf === undefined
      // A cell that never was a store of its own has no deployment.
      if (isFinished && (yield* isCellOf(directory, store, cell))) {
        return { cell, tenants: yield* countTenants(directory, cell), isNew: false }
      }
      const own = yield* ownDeployment(store, cell)
      if (isFinished) return yield* otherDirectory()
      yield* requireTables(store, collections)
      const before = yield* endsOf(store)
      yield* begin(directory, store, { cell, own, known })
      yield* onlyHere(copyConsumers(store, directory, cell))
      const entering = { store, directory, cell, collections, onProgress }
      const tenants = yield* onlyHere(enterTenants(entering))
      const after = yield* endsOf(store)
      if (before.some((end, part) => end !== after[part])) {
        return yield* refused("store_in_use", "an engine uses the store: stop it, and try again")
      }
      yield* finish(directory, own)
      return { cell, tenants, isNew: true }
    })
  )

const otherDirectory = () =>
  refused("directory_taken", "the directory is that of another deployment: give an empty one")

const requireTables = (store: StoragePort, collections: ReadonlyArray<AnyCollection>) =>
  Effect.catchTag(
    requireModules(store, new Map(collections.map((of) => [of.name, of]))),
    "MoveRefused",
    ({ detail }) => refused("modules_missing", detail)
  )

interface Beginning {
  readonly cell: string
  readonly own: Deployment
  readonly known: Stored<Deployment> | null
}

/** Gives the store an identity, and lets no engine start on it or on the cells. */
const begin = Effect.fnUntraced(function* (
  directory: StoragePort,
  store: StoragePort,
  { cell, own, known }: Beginning
) {
  const mark: Deployment = { ...own, secretCheck: "", copyOf: own.secretCheck }
  if (known !== null && known.row.copyOf !== own.secretCheck) return yield* otherDirectory()
  if (known === null) {
    const cells = yield* directory.page(deploymentScope, KnownCellCollection, {
      order: "asc",
      limit: 1
    })
    if (cells.length > 0) return yield* otherDirectory()
    const identity = globalThis.crypto.randomUUID() as string
    yield* onlyHere(
      directory.commit([
        insert(deploymentScope, DeploymentCollection, mark),
        insert(deploymentScope, KnownCellCollection, { id: cell, identity })
      ])
    )
  }
  const row = yield* directory.get(deploymentScope, KnownCellCollection, cell)
  if (Option.isNone(row)) return yield* otherDirectory()
  const { identity } = row.value.row
  if (yield* isCellOf(directory, store, cell)) return
  const found = yield* storedIdentity(store)
  // The identity is written before the first tenant is entered.
  const entered = yield* countTenants(directory, cell)
  if (found !== null || entered > 0) return yield* otherDirectory()
  const before = yield* deploymentIn(store)
  yield* onlyHere(
    store.commit([
      insert(deploymentScope, CellIdentityCollection, { id: "cell", name: cell, identity }),
      ...(before === null ? [] : [update(DeploymentCollection, before, mark)])
    ])
  )
})

/** Lets engines start on the cells. */
const finish = Effect.fnUntraced(function* (directory: StoragePort, own: Deployment) {
  const mark = yield* deploymentIn(directory)
  yield* onlyHere(
    directory.commit([
      ...(mark === null ? [] : [remove(DeploymentCollection, mark)]),
      insert(deploymentScope, DeploymentCollection, own)
    ])
  )
})
