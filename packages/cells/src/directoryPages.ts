import {
  type Collection,
  deploymentScope,
  type Row,
  type StoragePort,
  type StorageUnavailable,
  type Stored
} from "@payloom/core"
import { Effect } from "effect"
import { TenantPlaceCollection } from "./directoryRows.ts"
import { eachPageIn } from "./storePages.ts"

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
  eachPageIn(directory, { scope: deploymentScope, of, where, limit: pageSize }, visit)

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

/** Returns the number of tenants of a cell. */
export const countTenants = (
  directory: StoragePort,
  cell: string
): Effect.Effect<number, StorageUnavailable> =>
  Effect.suspend(() => {
    let tenants = 0
    const count = (page: ReadonlyArray<unknown>) =>
      Effect.sync(() => {
        tenants += page.length
      })
    return Effect.map(eachPageOf(directory, TenantPlaceCollection, count, { cell }), () => tenants)
  })
