import { Effect } from "effect"
import type { Collection, Row, Stored } from "../storage/Collection.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import { pageSize } from "./ListQuery.ts"

/** What makes a list whose cursors are ids, and which page of it is asked for. */
export interface IdPageRequest<R extends Row> {
  readonly of: Collection<R>
  readonly scope: Scope
  readonly where: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly limit?: number
  /** A position, whether or not it is the id of a row. */
  readonly startingAfter?: string
}

/** Spec 4.2: 10 on lists of instruments, plans and subscriptions. */
const defaultLimit = 10

/** A page of a list, newest first, that goes on behind the id of its last item (spec 4.2). */
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
