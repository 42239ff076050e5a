import {
  type Collection,
  collections,
  DeploymentCollection,
  feedParts,
  type Module,
  type Row,
  type Scope,
  type StoragePort,
  type Stored
} from "@payloom/core"
import { Effect } from "effect"

/** The number of rows of each store that are in memory at a time. */
const pageSize = 500

/**
 * Returns the collections to copy: all of core and of these modules, except the deployment's row,
 * which identifies the store. It is written last.
 */
export const copiedCollections = (
  modules: ReadonlyArray<Pick<Module, "collections">>
): ReadonlyArray<Collection<Row>> =>
  [...collections, ...modules.flatMap((module) => module.collections)].filter(
    ({ name }) => name !== DeploymentCollection.name
  )

/** Rows of one scope, or of one part of a feed. */
export type Page = ReadonlyArray<Stored<Row>>

/** Visits all scopes of a store, in the order of tenant and mode. */
export const eachScope = Effect.fnUntraced(function* <E>(
  storage: StoragePort,
  visit: (scope: Scope) => Effect.Effect<void, E>
) {
  let after: Scope | undefined
  for (;;) {
    const query = { limit: pageSize, ...(after === undefined ? {} : { after }) }
    const scopes: ReadonlyArray<Scope> = yield* storage.scopes(query)
    yield* Effect.forEach(scopes, visit, { discard: true })
    after = scopes.at(-1)
    if (after === undefined) return
  }
})

/** Visits all rows of a collection in pages, scope by scope, in the order of their ids. */
export const eachPage = <E>(
  storage: StoragePort,
  of: Collection<Row>,
  visit: (page: Page) => Effect.Effect<void, E>
) => eachScope(storage, (scope) => eachPageIn(storage, of, scope, visit))

const eachPageIn = Effect.fnUntraced(function* <E>(
  storage: StoragePort,
  of: Collection<Row>,
  scope: Scope,
  visit: (page: Page) => Effect.Effect<void, E>
) {
  let after: string | undefined
  for (;;) {
    const page: Page = yield* storage.page(scope, of, {
      order: "asc",
      limit: pageSize,
      ...(after === undefined ? {} : { after })
    })
    if (page.length > 0) yield* visit(page)
    if (page.length < pageSize) return
    after = page.at(-1)?.row.id
  }
})

/** Visits the rows of a part of a feed in pages, in the feed's order: all, or those after one. */
export const eachPageOfPart = Effect.fnUntraced(function* <E>(
  storage: StoragePort,
  of: Collection<Row>,
  part: number,
  visit: (page: Page, before: string | null) => Effect.Effect<void, E>,
  after: string | null = null
) {
  let position = after
  for (;;) {
    const before: string | null = position
    const page: { rows: Page; position: string | null; isEnd: boolean } = yield* storage.feed(of, {
      part,
      after: before,
      limit: pageSize
    })
    if (page.rows.length > 0) yield* visit(page.rows, before)
    if (page.isEnd) return
    position = page.position
  }
})

/** The numbers of all parts of a feed. */
export const allParts: ReadonlyArray<number> = Array.from({ length: feedParts }, (_, part) => part)

/**
 * Returns another store's rows with the same ids, in the same order. Undefined for missing rows.
 */
export const counterparts = Effect.fnUntraced(function* (
  storage: StoragePort,
  of: Collection<Row>,
  page: Page
) {
  const found = new Map<string, Stored<Row>>()
  for (const own of Map.groupBy(page, ({ scope }) => scopeKey(scope)).values()) {
    const [{ scope } = { scope: { tenant: "", mode: "test" } as Scope }] = own
    const ids = own.map(({ row }) => row.id)
    for (const each of yield* storage.getMany(scope, of, ids)) found.set(rowKey(each), each)
  }
  return page.map((each) => found.get(rowKey(each)))
})

const scopeKey = ({ tenant, mode }: Scope): string => JSON.stringify([tenant, mode])

const rowKey = ({ scope, row }: Stored<Row>): string => `${scopeKey(scope)} ${row.id}`

/** Returns a row as text. Equal rows have equal texts. */
export const textOf = (of: Collection<Row>, { scope, row, version }: Stored<Row>): string =>
  JSON.stringify([scope.tenant, scope.mode, row.id, version, of.encode(row)])
