import { Effect } from "effect"
import type { Collection, Row, Stored } from "./Collection.ts"
import type { Scope } from "./Scope.ts"
import { type PageQuery, Storage } from "./Storage.ts"

const batch = 100

/** Visits all rows of a query, a page at a time. Other fibers can run between two pages. */
export const eachPage = Effect.fnUntraced(function* <R extends Row, E, S>(
  scope: Scope,
  of: Collection<R>,
  query: Pick<PageQuery, "where" | "order">,
  visit: (page: ReadonlyArray<Stored<R>>) => Effect.Effect<void, E, S>
) {
  const storage = yield* Storage
  let after: string | undefined
  for (;;) {
    const page: ReadonlyArray<Stored<R>> = yield* storage.page(scope, of, {
      ...query,
      limit: batch,
      ...(after === undefined ? {} : { after })
    })
    yield* visit(page)
    if (page.length < batch) return
    yield* Effect.yieldNow
    after = page.at(-1)?.row.id
  }
})
