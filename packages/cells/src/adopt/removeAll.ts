import {
  type Collection,
  deploymentScope,
  type Row,
  remove,
  type Scope,
  type StoragePort,
  type Stored
} from "@payloom/core"
import { Effect } from "effect"

const pageSize = 200

/** Removes all rows of a collection in a scope, of the deployment unless another one is given. */
export const removeAll = Effect.fnUntraced(function* <R extends Row>(
  storage: StoragePort,
  of: Collection<R>,
  scope: Scope = deploymentScope
) {
  for (;;) {
    const page: ReadonlyArray<Stored<R>> = yield* storage.page(scope, of, {
      order: "asc",
      limit: pageSize
    })
    if (page.length > 0) yield* storage.commit(page.map((each) => remove(of, each)))
    if (page.length < pageSize) return
  }
})

/** Visits the scopes of all tenants of a store. */
export const eachScopeOf = Effect.fnUntraced(function* <E>(
  store: StoragePort,
  visit: (scope: Scope) => Effect.Effect<void, E>
) {
  let after: Scope | undefined
  for (;;) {
    const query = { limit: pageSize, ...(after === undefined ? {} : { after }) }
    const page: ReadonlyArray<Scope> = yield* store.scopes(query)
    for (const scope of page) if (scope.tenant !== deploymentScope.tenant) yield* visit(scope)
    after = page.at(-1)
    if (after === undefined || page.length < pageSize) return
  }
})
