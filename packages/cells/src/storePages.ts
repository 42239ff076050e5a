import {
  type Collection,
  deploymentScope,
  type Row,
  type Scope,
  type StoragePort,
  type StorageUnavailable,
  type Stored
} from "@payloom/core"
import { Effect } from "effect"

/** The number of scopes, or of rows, that are read at a time. */
const pageSize = 200

/** The rows to visit. */
export interface RowsToVisit<R extends Row> {
  readonly scope: Scope
  readonly of: Collection<R>
  /** The values of one of the collection's indexes. */
  readonly where?: Readonly<Record<string, string>> | undefined
  readonly limit?: number
}

/** Visits rows of a store in pages, in the order of their ids. No page is empty. */
export const eachPageIn = <R extends Row, E>(
  store: Pick<StoragePort, "page">,
  { scope, of, where, limit = pageSize }: RowsToVisit<R>,
  visit: (page: ReadonlyArray<Stored<R>>) => Effect.Effect<void, E>
): Effect.Effect<void, E | StorageUnavailable> =>
  Effect.gen(function* () {
    let after: string | undefined
    for (;;) {
      const page: ReadonlyArray<Stored<R>> = yield* store.page(scope, of, {
        order: "asc",
        limit,
        ...(where === undefined ? {} : { where }),
        ...(after === undefined ? {} : { after })
      })
      if (page.length > 0) yield* visit(page)
      if (page.length < limit) return
      yield* Effect.yieldNow
      after = page.at(-1)?.row.id
    }
  })

/** Visits the scopes of all tenants of a store in pages. */
export const eachPageOfScopes = <E>(
  store: Pick<StoragePort, "scopes">,
  visit: (scopes: ReadonlyArray<Scope>) => Effect.Effect<void, E>
): Effect.Effect<void, E | StorageUnavailable> =>
  Effect.gen(function* () {
    let after: Scope | undefined
    for (;;) {
      const query = { limit: pageSize, ...(after === undefined ? {} : { after }) }
      const page: ReadonlyArray<Scope> = yield* store.scopes(query)
      yield* visit(page.filter(({ tenant }) => tenant !== deploymentScope.tenant))
      after = page.at(-1)
      if (after === undefined || page.length < pageSize) return
    }
  })

/** Visits the scopes of all tenants of a store. */
export const eachScopeOf = <E>(
  store: Pick<StoragePort, "scopes">,
  visit: (scope: Scope) => Effect.Effect<void, E>
): Effect.Effect<void, E | StorageUnavailable> =>
  eachPageOfScopes(store, (scopes) => Effect.forEach(scopes, visit, { discard: true }))
