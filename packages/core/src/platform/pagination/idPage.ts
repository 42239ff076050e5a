import { Effect } from "effect"
import type { Collection, Row, Stored } from "../storage/Collection.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import { pageSize } from "./ListQuery.ts"

/** A list whose cursors are ids, and the requested page of it. */
export interface IdPageRequest<R extends Row> {
  readonly of: Collection<R>
  readonly scope: Scope
  readonly where: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly limit?: number
  /** A position. It need not be the id of an existing row. */
  readonly startingAfter?: string
}

/** The default of lists of instruments, plans and subscriptions. */
const defaultLimit = 10

/** Returns a page of a list, newest first. The next page begins after the id of its last item. */
export const idPage = Effect.fnUntraced(function* <R extends Row>(request: IdPageRequest<R>) {
  const storage = yield* Storage
  const { of, scope, where, startingAfter } = request
  const size = pageSize(request.limit, defaultLimit)
  const found = yield* storage.page(scope, of, {
    where,
    order: "desc",
    limit: size + 1,
    ...(startingAfter === undefined ? {} : { after: startingAfter })
  })
  const rows: ReadonlyArray<Stored<R>> = found.slice(0, size)
  return { rows, nextCursor: found.length > size ? (rows.at(-1)?.row.id ?? null) : null }
})
