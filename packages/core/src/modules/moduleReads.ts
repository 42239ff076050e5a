import { Effect, Option } from "effect"
import { frozenCopy } from "../kernel/primitives/frozenCopy.ts"
import { misused } from "../kernel/primitives/misused.ts"
import { LedgerGroupCollection } from "../ledger/LedgerGroup.ts"
import { balancesOf } from "../ledger/ledgerSums.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import {
  type Collection,
  type Row,
  type Stored,
  storedRow
} from "../platform/storage/Collection.ts"
import type { PageQuery, StoragePort } from "../platform/storage/Storage.ts"
import type { ModuleReads } from "./ModuleContext.ts"

/** A page of 100, and the row that shows that another page follows. */
const mostRows = 101

/** Called for each row that was read by its id or a key. */
type See = <R extends Row>(of: Collection<R>, stored: Stored<R>) => void

/**
 * Returns the reads of one decision. Rows are copies that can't be changed: a module that changed a
 * row in place and wrote it would hide the change from the indexes.
 *
 * @param see Gets the rows that the decision depends on.
 * @param read Has the rows that were read, which alone can be changed.
 */
export const readsOf = (
  { scope, now }: CommitContext,
  storage: StoragePort,
  see: See,
  read: WeakSet<object>
): ModuleReads => {
  const frozen = <R extends Row>({ row, version }: Stored<R>): Stored<R> => {
    const stored = storedRow(scope, frozenCopy(row), version)
    Object.freeze(stored)
    read.add(stored)
    return stored
  }
  const seen = <R extends Row>(of: Collection<R>, found: Option.Option<Stored<R>>) => {
    if (Option.isNone(found)) return null
    const stored = frozen(found.value)
    see(of, stored)
    return stored
  }
  return {
    now,
    get: (of, id) =>
      Effect.runPromise(Effect.map(storage.get(scope, of, id), (found) => seen(of, found))),
    find: (of, key, value) =>
      Effect.runPromise(
        Effect.suspend(() => {
          requireOwn(of, "unique key", key, of.unique)
          const found = storage.findUnique(scope, of, key, value)
          return Effect.map(found, (row) => seen(of, row))
        })
      ),
    page: (of, query) =>
      Effect.runPromise(
        Effect.suspend(() => {
          requireQuery(of, query)
          const limit = Math.min(query.limit, mostRows)
          const page = storage.page(scope, of, { ...query, limit })
          return Effect.map(page, (rows) => rows.map((row) => frozen(row)))
        })
      ),
    balance: (account, currency) =>
      Effect.runPromise(
        Effect.map(
          storage.sums(scope, LedgerGroupCollection, "balance", balancesOf(account, currency)),
          (sums) => sums.reduce((sum, { amount }) => sum + amount, 0n)
        )
      )
  }
}

const requireOwn = (
  { name }: Pick<Collection<Row>, "name">,
  what: string,
  key: string,
  declared: object
): void => {
  if (!Object.hasOwn(declared, key)) misused(`The table ${name} has no ${what} ${key}.`)
}

const requireQuery = <R extends Row>(of: Collection<R>, query: PageQuery): void => {
  const { where = {}, order, limit } = query
  for (const index of Object.keys(where)) requireOwn(of, "index", index, of.indexes)
  if (order !== "asc" && order !== "desc") misused('The order of a page must be "asc" or "desc".')
  if (!Number.isInteger(limit) || limit < 0) {
    misused("The limit of a page must be a whole number of at least 0.")
  }
}
