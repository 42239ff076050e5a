import {
  type Collection,
  deploymentScope,
  type Row,
  type StoragePort,
  type StorageUnavailable,
  type Stored
} from "@payloom/core"
import { Effect } from "effect"

const pageSize = 500

/**
 * Visits rows of the directory in pages, in the order of their ids. `where` has the values of one
 * of the collection's indexes.
 */
export const eachPageOf = <R extends Row, E>(
  directory: Pick<StoragePort, "page">,
  of: Collection<R>,
  visit: (page: ReadonlyArray<Stored<R>>) => Effect.Effect<void, E>,
  where?: Readonly<Record<string, string>>
): Effect.Effect<void, E | StorageUnavailable> =>
  Effect.gen(function* () {
    let after: string | undefined
    for (;;) {
      const page: ReadonlyArray<Stored<R>> = yield* directory.page(deploymentScope, of, {
        order: "asc",
        limit: pageSize,
        ...(where === undefined ? {} : { where }),
        ...(after === undefined ? {} : { after })
      })
      if (page.length > 0) yield* visit(page)
      if (page.length < pageSize) return
      yield* Effect.yieldNow
      after = page.at(-1)?.row.id
    }
  })

/** Returns all rows of a small collection of the directory. */
export const allRowsOf = <R extends Row>(
  directory: Pick<StoragePort, "page">,
  of: Collection<R>
): Effect.Effect<ReadonlyArray<Stored<R>>, StorageUnavailable> =>
  Effect.suspend(() => {
    const rows: Array<Stored<R>> = []
    const keep = (page: ReadonlyArray<Stored<R>>) => Effect.sync(() => void rows.push(...page))
    return Effect.as(eachPageOf(directory, of, keep), rows)
  })
