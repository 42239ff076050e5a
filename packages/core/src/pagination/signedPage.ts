import { Effect, Option } from "effect"
import { parameterInvalid } from "../input/InvalidInput.ts"
import type { Collection, Row, Stored } from "../storage/Collection.ts"
import { type PageQuery, Storage } from "../storage/Storage.ts"
import { type CursorBinding, decodeCursor, encodeCursor } from "./Cursor.ts"
import { pageSize } from "./ListQuery.ts"

/** What makes a list, and which page of it is asked for. */
export interface SignedPageRequest<R extends Row> {
  readonly of: Collection<R>
  readonly binding: CursorBinding
  readonly where: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly idFrom?: string
  readonly idTo?: string
  /** The list's own order. */
  readonly order: "asc" | "desc"
  readonly defaultLimit: number
  readonly limit?: number
  readonly startingAfter?: string
  readonly endingBefore?: string
}

/**
 * A page of a list with signed cursors, both ways. Going backwards, `nextCursor` is the position
 * for a further `ending_before`.
 */
export const signedPage = Effect.fnUntraced(function* <R extends Row>(
  request: SignedPageRequest<R>
) {
  const storage = yield* Storage
  const { startingAfter, endingBefore } = request
  if (startingAfter !== undefined && endingBefore !== undefined) {
    return yield* parameterInvalid("endingBefore", "can't be combined with startingAfter")
  }
  const backwards = endingBefore !== undefined
  const after = yield* positionOf(request.binding, startingAfter, endingBefore)
  const size = pageSize(request.limit, request.defaultLimit)
  const rows = yield* storage.page(request.binding.scope, request.of, {
    where: request.where,
    order: backwards ? opposite(request.order) : request.order,
    limit: size + 1,
    ...(after === undefined ? {} : { after }),
    ...(request.idFrom === undefined ? {} : { idFrom: request.idFrom }),
    ...(request.idTo === undefined ? {} : { idTo: request.idTo })
  } satisfies PageQuery)
  const page: ReadonlyArray<Stored<R>> = rows.slice(0, size)
  const last = page.at(-1)
  const nextCursor =
    rows.length > size && last !== undefined
      ? yield* encodeCursor(request.binding, last.row.id)
      : null
  return { rows: backwards ? page.toReversed() : page, nextCursor }
})

const opposite = (order: "asc" | "desc") => (order === "asc" ? "desc" : "asc")

const positionOf = Effect.fnUntraced(function* (
  binding: CursorBinding,
  startingAfter: string | undefined,
  endingBefore: string | undefined
) {
  const cursor = startingAfter ?? endingBefore
  if (cursor === undefined) return undefined
  const id = yield* decodeCursor(binding, cursor)
  if (Option.isSome(id)) return id.value
  const param = startingAfter === undefined ? "endingBefore" : "startingAfter"
  return yield* parameterInvalid(param, "is not a cursor of this list and these filters")
})
