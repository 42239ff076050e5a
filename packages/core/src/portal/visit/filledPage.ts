import { Effect } from "effect"
import { type IdPageRequest, idPage } from "../../platform/pagination/idPage.ts"
import type { Row } from "../../platform/storage/Collection.ts"

/** The pages that one call reads at most. */
const mostPages = 10

/**
 * Returns a page of the rows that a customer sees. It has fewer rows than its limit if rows are
 * left out. It is empty only after the last row, or after ten pages of rows that are left out.
 */
export const filledPage = Effect.fnUntraced(function* <R extends Row>(
  request: IdPageRequest<R>,
  isShown: (row: R) => boolean
) {
  let at = request.startingAfter
  for (let pages = 1; ; pages++) {
    const asked = at === undefined ? request : { ...request, startingAfter: at }
    const { rows, nextCursor } = yield* idPage(asked)
    const shown = rows.map(({ row }) => row).filter(isShown)
    if (shown.length > 0 || nextCursor === null || pages === mostPages) {
      return { rows: shown, nextCursor }
    }
    at = nextCursor
  }
})
