import { Effect, Option } from "effect"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import type { Collection, Row, Stored } from "../storage/Collection.ts"
import { type PageQuery, Storage } from "../storage/Storage.ts"
import { type CursorBinding, decodeCursor, encodeCursor } from "./Cursor.ts"
import { pageSize } from "./ListQuery.ts"

/** The requested page of a list. */
interface PageRequest {
  readonly binding: CursorBinding
  readonly defaultLimit: number
  readonly limit?: number
  readonly startingAfter?: string
  readonly endingBefore?: string
}

/** A list and the requested page of it. */
export interface SignedPageRequest<R extends Row> extends PageRequest {
  readonly of: Collection<R>
  readonly where: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly idFrom?: string
  readonly idTo?: string
  /** The order of the list. */
  readonly order: "asc" | "desc"
}

/**
 * Returns a page of a list with signed cursors, in either direction. Backwards, `nextCursor` is the
 * position for the next `ending_before`.
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
 * Returns a page of a list whose order is stored in a row, as the ids of the items. Returns the ids
 * of the page and the position after it.
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

/** Returns the start of a page, its direction and its size. */
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
