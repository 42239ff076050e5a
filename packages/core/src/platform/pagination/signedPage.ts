import { Effect, Option } from "effect"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import type { Collection, Row, Stored } from "../storage/Collection.ts"
import { type PageQuery, Storage } from "../storage/Storage.ts"
import { type CursorBinding, decodeCursor, encodeCursor } from "./Cursor.ts"
import { pageSize } from "./ListQuery.ts"

/** Which page of a list is asked for. */
interface PageRequest {
  readonly binding: CursorBinding
  readonly defaultLimit: number
  readonly limit?: number
  readonly startingAfter?: string
  readonly endingBefore?: string
}

/** What makes a list, and which page of it is asked for. */
export interface SignedPageRequest<R extends Row> extends PageRequest {
  readonly of: Collection<R>
  readonly where: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly idFrom?: string
  readonly idTo?: string
  /** The list's own order. */
  readonly order: "asc" | "desc"
}

/**
 * A page of a list with signed cursors, both ways. Going backwards, `nextCursor` is the position
 * for a further `ending_before`.
 */
export const signedPage = Effect.fnUntraced(function* <R extends Row>(
  request: SignedPageRequest<R>
) {
  const storage = yield* Storage
  const { backwards, after, size } = yield* positionOf(request)
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

/**
 * A page of a list whose order a row keeps, as the ids of what is listed: those on the page, and
 * the position behind it.
 */
export const signedSlice = Effect.fnUntraced(function* (
  ids: ReadonlyArray<string>,
  request: PageRequest
) {
  const { backwards, after, size } = yield* positionOf(request)
  const walked = backwards ? ids.toReversed() : ids
  const start = after === undefined ? 0 : walked.indexOf(after) + 1
  const page = walked.slice(start, start + size)
  const last = page.at(-1)
  const nextCursor =
    walked.length > start + size && last !== undefined
      ? yield* encodeCursor(request.binding, last)
      : null
  return { ids: backwards ? page.toReversed() : page, nextCursor }
})

const opposite = (order: "asc" | "desc") => (order === "asc" ? "desc" : "asc")

/** Where a page begins, which way it is walked from there, and how long it may be. */
const positionOf = Effect.fnUntraced(function* (request: PageRequest) {
  const { binding, startingAfter, endingBefore } = request
  if (startingAfter !== undefined && endingBefore !== undefined) {
    return yield* parameterInvalid(
      "endingBefore",
      "can't be combined with startingAfter: give one of the two"
    )
  }
  const size = pageSize(request.limit, request.defaultLimit)
  const backwards = endingBefore !== undefined
  const cursor = startingAfter ?? endingBefore
  if (cursor === undefined) return { backwards, after: undefined, size }
  const id = yield* decodeCursor(binding, cursor)
  if (Option.isSome(id)) return { backwards, after: id.value, size }
  const param = startingAfter === undefined ? "endingBefore" : "startingAfter"
  return yield* parameterInvalid(
    param,
    "is not a cursor of this list and these filters: take nextCursor of its last page"
  )
})
