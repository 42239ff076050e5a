import {
  type AnyCollection,
  EventCollection,
  type Row,
  type Scope,
  type StoragePort,
  type Stored
} from "@payloom/core"
import { Effect } from "effect"
import { modes } from "./MoveContext.ts"
import { refused } from "./openForMoves.ts"

const pageSize = 100

/** The cells of a move that has not begun. */
interface Cells {
  readonly from: StoragePort
  readonly to: StoragePort
  readonly collections: ReadonlyMap<string, AnyCollection>
}

/**
 * Refuses a cell with append-only rows of the tenant that its present cell does not have. The
 * tenant was there before, and its present cell was restored to an earlier time. Nobody can delete
 * these rows, so the tenant would have them in its books again. Events are not compared, because
 * old ones are dropped by month. Fails with `MoveRefused`.
 */
export const requireOwnRows = Effect.fnUntraced(function* (
  { from, to, collections }: Cells,
  tenant: string
) {
  for (const of of collections.values()) {
    if (!of.appendOnly || of.name === EventCollection.name) continue
    for (const mode of modes) {
      if (yield* hasAll(from, to, of, { tenant, mode })) continue
      return yield* refused(
        "rows_of_lost_time",
        `the new cell has ${of.name} of the tenant that were lost in a restore of its present ` +
          "cell: choose another cell"
      )
    }
  }
})

/** Returns true if a storage has all rows that another one has. */
const hasAll = Effect.fnUntraced(function* (
  storage: StoragePort,
  other: StoragePort,
  of: AnyCollection,
  scope: Scope
) {
  for (let after: string | undefined; ; ) {
    const page: ReadonlyArray<Stored<Row>> = yield* other.page(scope, of, {
      order: "asc",
      limit: pageSize,
      ...(after === undefined ? {} : { after })
    })
    const ids = page.map(({ row }) => row.id)
    if (ids.length > 0 && (yield* storage.getMany(scope, of, ids)).length < ids.length) return false
    if (page.length < pageSize) return true
    after = ids.at(-1)
  }
})
