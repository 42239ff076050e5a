import {
  type AnyCollection,
  type Collection,
  deploymentScope,
  insert,
  type Row,
  type Scope,
  type StoragePort,
  type Stored
} from "@payloom/core"
import { Effect } from "effect"
import {
  type KeyHolder,
  KeyHolderCollection,
  placeId,
  TenantPlaceCollection
} from "../directoryRows.ts"
import { globalKeysOf, holderId } from "../takenKeys.ts"

/** The progress of an adoption. */
export interface AdoptProgress {
  /** The collection that is read, or `tenants`. */
  readonly collection: string
  /** The number of rows that were read so far. */
  readonly rows: number
}

/** The number of rows that are read at a time. */
const pageSize = 200

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
  let after: Scope | undefined
  for (;;) {
    const query = { limit: pageSize, ...(after === undefined ? {} : { after }) }
    const page: ReadonlyArray<Scope> = yield* store.scopes(query)
    const scopes = page.filter(({ tenant }) => tenant !== deploymentScope.tenant)
    for (const { tenant } of scopes) tenants.add(tenant)
    const places = [...new Set(scopes.map(({ tenant }) => tenant))].map((tenant) => ({
      id: placeId(tenant),
      cell
    }))
    yield* insertMissing(directory, TenantPlaceCollection, places)
    for (const scope of scopes) {
      for (const of of withKeys) yield* enterKeys(entering, scope, of)
    }
    onProgress({ collection: "tenants", rows: tenants.size })
    after = page.at(-1)
    if (after === undefined || page.length < pageSize) return tenants.size
  }
})

const enterKeys = Effect.fnUntraced(function* (
  { store, directory, onProgress }: Entering,
  scope: Scope,
  of: AnyCollection
) {
  let after: string | undefined
  let rows = 0
  for (;;) {
    const page: ReadonlyArray<Stored<Row>> = yield* store.page(scope, of, {
      order: "asc",
      limit: pageSize,
      ...(after === undefined ? {} : { after })
    })
    yield* insertMissing(
      directory,
      KeyHolderCollection,
      page.flatMap(({ row }) => holdersOf(scope, of, row))
    )
    rows += page.length
    if (page.length > 0) onProgress({ collection: of.name, rows })
    if (page.length < pageSize) return
    after = page.at(-1)?.row.id
  }
})

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
