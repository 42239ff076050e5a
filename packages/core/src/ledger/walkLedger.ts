import { Effect } from "effect"
import type { Scope } from "../platform/storage/Scope.ts"
import { type PageQuery, Storage } from "../platform/storage/Storage.ts"
import { type LedgerGroup, LedgerGroupCollection } from "./LedgerGroup.ts"

/** Which groups are walked through, and how many are held at a time. */
export type LedgerWalk = Omit<PageQuery, "order" | "limit"> & { readonly pageSize?: number }

const usualPageSize = 500

/**
 * Hands the groups of a scope to `visit`, oldest first and a page at a time, for as long as it
 * wants more.
 */
export const walkLedger = Effect.fnUntraced(function* <E, R>(
  scope: Scope,
  { pageSize = usualPageSize, ...query }: LedgerWalk,
  visit: (groups: ReadonlyArray<LedgerGroup>) => Effect.Effect<{ readonly more: boolean }, E, R>
) {
  const storage = yield* Storage
  let after = query.after
  for (;;) {
    const page = yield* storage.page(scope, LedgerGroupCollection, {
      ...query,
      order: "asc",
      limit: pageSize,
      ...(after === undefined ? {} : { after })
    })
    const { more } = yield* visit(page.map(({ row }) => row))
    if (!more || page.length < pageSize) return
    // A store that answers at once would have the event loop wait for the whole walk.
    yield* Effect.yieldNow
    after = page.at(-1)?.row.id
  }
})
