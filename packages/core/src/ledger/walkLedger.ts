import { Effect } from "effect"
import type { Scope } from "../platform/storage/Scope.ts"
import { type PageQuery, Storage } from "../platform/storage/Storage.ts"
import { type LedgerGroup, LedgerGroupCollection } from "./LedgerGroup.ts"

/** A query for groups, and the number of groups in memory at a time. */
export type LedgerWalk = Omit<PageQuery, "order" | "limit"> & { readonly pageSize?: number }

const usualPageSize = 500

/** Visits the groups of a scope, oldest first and a page at a time, until `visit` wants no more. */
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
    // If the store answers synchronously, the event loop would otherwise wait for the whole walk.
    yield* Effect.yieldNow
    after = page.at(-1)?.row.id
  }
})
