import {
  type AnyCollection,
  ConsumerMemberCollection,
  ConsumerPartCollection,
  type Deployment,
  DeploymentCollection,
  deploymentScope,
  insert,
  ParkedCollection,
  remove,
  type StoragePort,
  type StorageUnavailable,
  type Stored,
  update
} from "@payloom/core"
import { Effect, Option } from "effect"
import type { CellsRefused } from "../CellsRefused.ts"
import { CellIdentityCollection, CommitTokenCollection, ResidentCollection } from "../cellRows.ts"
import { type CellsOptions, openCell, openDirectory } from "../cells.ts"
import { allRowsOf, countTenants } from "../directoryPages.ts"
import {
  CellMoveCollection,
  HandOverCollection,
  KeyHolderCollection,
  KnownCellCollection,
  TenantPlaceCollection
} from "../directoryRows.ts"
import { type TableModules, tablesOf } from "../moves/openForMoves.ts"
import { eachScopeOf } from "../storePages.ts"
import { deploymentIn, endsOf, isCellOf, onlyHere, ownDeployment, refused } from "./adoptedStore.ts"
import { returnConsumers } from "./copyConsumers.ts"
import { removeAll } from "./removeAll.ts"

/** A cell that becomes the store of an engine again. */
export interface AdoptionToUndo {
  /** The name of the cell. */
  readonly cell: string
  /** The modules of the engines on the cells. */
  readonly modules?: TableModules
}

/** A store that is no cell any more. */
export interface UnadoptedStore {
  readonly cell: string
  /** The number of its tenants. */
  readonly tenants: number
  /** False if it was no cell before this call. */
  readonly isUndone: boolean
}

/**
 * Undoes the adoption of a store, as long as all tenants are in it: no tenant has moved, and no
 * other cell has rows of tenants. Stop all engines first. Everything that was written since the
 * adoption stays, because it is in the store. The positions of consumers return to the store, and
 * the directory and the other cells are emptied, so they can be used again.
 *
 * Until the end no engine starts on the cells or on the store (`StorageIncomplete`). If the call
 * fails or its process dies, call it again. Fails with `CellsRefused`, and with the errors of the
 * storages.
 */
export const undoAdoption = <E>(
  storages: CellsOptions<E>,
  { cell, modules = [] }: AdoptionToUndo
): Effect.Effect<UnadoptedStore, CellsRefused | StorageUnavailable | E> =>
  Effect.scoped(
    Effect.gen(function* () {
      const ofEngine = tablesOf(modules)
      const directory = yield* openDirectory(storages)
      const store = yield* openCell(storages, { name: cell, ofEngine, remedy: "name it there" })
      const others = yield* openOthers(storages, directory, { cell, ofEngine })
      const own = yield* ownDeployment(store, cell)
      const known = yield* deploymentIn(directory)
      const tenants = yield* countTenants(directory, cell)
      if (known === null) return { cell, tenants, isUndone: false }
      const isCell = yield* isCellOf(directory, store, cell)
      // After the store was released, only the rest of the directory is left to be removed.
      const isReleased = known.row.copyOf === own.secretCheck && (yield* isAlone(store))
      if (!isCell && !isReleased) return yield* notItsDirectory()
      yield* requireUnused(directory, others, cell)
      if (isCell) yield* onlyHere(release({ directory, store, cell, own, known }))
      for (const other of others.values()) yield* onlyHere(removeAll(other, CellIdentityCollection))
      yield* onlyHere(empty(directory))
      return { cell, tenants, isUndone: true }
    })
  )

const notItsDirectory = () =>
  refused("directory_taken", "the store is no cell of this directory: give its own directory")

/** Returns true if the store is an engine's, and no cell. */
const isAlone = (store: StoragePort) =>
  Effect.all([
    store.get(deploymentScope, CellIdentityCollection, "cell"),
    deploymentIn(store)
  ]).pipe(
    Effect.map(
      ([identity, found]) =>
        Option.isNone(identity) && found !== null && found.row.copyOf === undefined
    )
  )

/** Opens the other cells of the directory. Fails if the options lack one. */
const openOthers = Effect.fnUntraced(function* <E>(
  storages: CellsOptions<E>,
  directory: StoragePort,
  { cell, ofEngine }: { readonly cell: string; readonly ofEngine: ReadonlyArray<AnyCollection> }
) {
  const others = new Map<string, StoragePort>()
  for (const { row } of yield* allRowsOf(directory, KnownCellCollection)) {
    if (row.id === cell) continue
    const remedy = "the directory has it, so add it there"
    others.set(row.id, yield* openCell(storages, { name: row.id, ofEngine, remedy }))
  }
  return others
})

/** Fails if anything of a tenant was written to another cell, or is about to be. */
const requireUnused = Effect.fnUntraced(function* (
  directory: StoragePort,
  others: ReadonlyMap<string, StoragePort>,
  cell: string
) {
  const first = { order: "asc", limit: 1 } as const
  const moves = yield* directory.page(deploymentScope, CellMoveCollection, first)
  const handOvers = yield* directory.page(deploymentScope, HandOverCollection, first)
  for (const { row } of [...moves, ...handOvers]) {
    const detail = `the tenant ${row.tenant} has moved or is moving, and left rows elsewhere`
    return yield* refused("cells_in_use", detail)
  }
  for (const [name, other] of others) {
    const placed = yield* countTenants(directory, name)
    const scopes = yield* other.scopes({ limit: 2 })
    const [used] = scopes.filter(({ tenant }) => tenant !== deploymentScope.tenant)
    if (placed === 0 && used === undefined) continue
    const whose = used === undefined ? "a tenant" : `the tenant ${used.tenant}`
    const detail = `${whose} has rows in the cell ${name}: ${cell} alone does not have them`
    return yield* refused("cells_in_use", detail)
  }
})

interface Releasing {
  readonly directory: StoragePort
  readonly store: StoragePort
  readonly cell: string
  readonly own: Deployment
  readonly known: Stored<Deployment>
}

/** Lets engines start on the store alone. Its identity is removed in the same commit. */
const release = Effect.fnUntraced(function* ({ directory, store, cell, own, known }: Releasing) {
  if (known.row.copyOf === undefined) {
    const mark: Deployment = { ...own, secretCheck: "", copyOf: own.secretCheck }
    yield* directory.commit([update(DeploymentCollection, known, mark)])
  }
  const before = yield* endsOf(store)
  yield* returnConsumers(directory, store, cell)
  yield* eachScopeOf(store, (scope) =>
    Effect.andThen(
      removeAll(store, ResidentCollection, scope),
      removeAll(store, CommitTokenCollection, scope)
    )
  )
  const after = yield* endsOf(store)
  if (before.some((end, part) => end !== after[part])) {
    return yield* refused("store_in_use", "an engine uses the cells: stop it, and try again")
  }
  const identity = yield* allRowsOf(store, CellIdentityCollection)
  const marked = yield* deploymentIn(store)
  yield* store.commit([
    ...identity.map((each) => remove(CellIdentityCollection, each)),
    ...(marked === null ? [] : [remove(DeploymentCollection, marked)]),
    insert(deploymentScope, DeploymentCollection, own)
  ])
})

/**
 * Empties the directory. The positions of consumers go first, so that a later adoption can't find
 * old ones.
 */
const empty = Effect.fnUntraced(function* (directory: StoragePort) {
  yield* removeAll(directory, ConsumerPartCollection)
  yield* removeAll(directory, ConsumerMemberCollection)
  yield* removeAll(directory, ParkedCollection)
  yield* removeAll(directory, KeyHolderCollection)
  yield* removeAll(directory, TenantPlaceCollection)
  const cells = yield* allRowsOf(directory, KnownCellCollection)
  const known = yield* deploymentIn(directory)
  yield* directory.commit([
    ...cells.map((each) => remove(KnownCellCollection, each)),
    ...(known === null ? [] : [remove(DeploymentCollection, known)])
  ])
})
