import {
  type AnyCollection,
  type Collection,
  deploymentScope,
  insert,
  type Row,
  type Scope,
  type StoragePort
} from "@payloom/core"
import { Effect } from "effect"
import {
  type KeyHolder,
  KeyHolderCollection,
  placeId,
  TenantPlaceCollection
} from "../directoryRows.ts"
import { eachPageIn, eachPageOfScopes } from "../storePages.ts"
import { globalKeysOf, holderId } from "../takenKeys.ts"

/** The progress of an adoption. */
export interface AdoptProgress {
  /** The collection that is read, or `tenants`. */
  readonly collection: string
  /** The number of rows that were read so far. */
  readonly rows: number
}

interface Entering {
  readonly store: StoragePort
  readonly directory: StoragePort
  readonly cell: string
  readonly collections: ReadonlyArray<AnyCollection>
  readonly onProgress: (progress: AdoptProgress) => void
}

/**
 * Enters the tenants of a store in the directory of its cell, and their values of keys that are
 * unique over all tenants. Returns the number of tenants.
 */
export const enterTenants = Effect.fnUntraced(function* (entering: Entering) {
  const { store, directory, cell, collections, onProgress } = entering
  const withKeys = collections.filter((of) => globalKeysOf(of).length > 0)
  const tenants = new Set<string>()
  yield* eachPageOfScopes(
    store,
    Effect.fnUntraced(function* (scopes) {
      const here = new Set(scopes.map(({ tenant }) => tenant))
      for (const tenant of here) tenants.add(tenant)
      const places = [...here].map((tenant) => ({ id: placeId(tenant), cell }))
      yield* insertMissing(directory, TenantPlaceCollection, places)
      for (const scope of scopes) {
        for (const of of withKeys) yield* enterKeys(entering, scope, of)
      }
      onProgress({ collection: "tenants", rows: tenants.size })
    })
  )
  return tenants.size
})

const enterKeys = ({ store, directory, onProgress }: Entering, scope: Scope, of: AnyCollection) => {
  let rows = 0
  return eachPageIn(
    store,
    { scope, of },
    Effect.fnUntraced(function* (page) {
      const holders = page.flatMap(({ row }) => holdersOf(scope, of, row))
      yield* insertMissing(directory, KeyHolderCollection, holders)
      rows += page.length
      onProgress({ collection: of.name, rows })
    })
  )
}

/** Returns the unique values of a row, as the directory has them. */
export const holdersOf = (scope: Scope, of: AnyCollection, row: Row): ReadonlyArray<KeyHolder> =>
  globalKeysOf(of).flatMap(([key, unique]) => {
    const value = unique.of(row)
    return value === null ? [] : [{ id: holderId(of, key, value), ...scope, token: null }]
  })

const insertMissing = Effect.fnUntraced(function* <R extends Row>(
  directory: StoragePort,
  of: Collection<R>,
  rows: ReadonlyArray<R>
) {
  const known = yield* directory.getMany(
    deploymentScope,
    of,
    rows.map(({ id }) => id)
  )
  const there = new Set(known.map(({ row }) => row.id))
  const missing = rows.filter(({ id }) => !there.has(id))
  if (missing.length === 0) return
  yield* directory.commit(missing.map((row) => insert(deploymentScope, of, row)))
})
