import {
  type Change,
  type Collection,
  JobCollection,
  type Row,
  type Scope,
  type Storage,
  type Stored,
  severalTenants,
  storedRow
} from "@payloom/core"
import { Effect, Option } from "effect"
import type { Connection } from "./Connection.ts"
import { asking, reading } from "./failureOf.ts"
import { feedEnd, readFeed } from "./feeds.ts"
import { GroupCommit } from "./GroupCommit.ts"
import { claim, dueJobs, jobKinds, nextDue, toClaim, type Walks } from "./jobQueue.ts"
import type { KeptSums } from "./KeptSums.ts"
import { pageOf } from "./pages.ts"
import { readRow } from "./readRow.ts"
import { Scopes } from "./Scopes.ts"
import { summedUp } from "./summedUp.ts"
import type { RawRow, RawScopedRow, Table } from "./Table.ts"
import { Tables } from "./Tables.ts"
import type { Write } from "./TableWriter.ts"
import { ownTables } from "./tableLayout.ts"

/** The storage port on a connection, with its close function. */
export interface SqliteStorage {
  readonly storage: Storage["Service"]
  /**
   * Adds the rows of an older release to the sums. Its failures are reported by later reads of
   * sums.
   */
  readonly sumUp: Effect.Effect<void>
  /** Runs the commits that wait, then closes the connection. */
  readonly close: Effect.Effect<void>
}

/**
 * Returns the storage port on an open connection, with the tables of these collections. Others are
 * created on first use.
 */
export const makeSqliteStorage = (
  connection: Connection,
  collections: ReadonlyArray<Collection<Row>>
): SqliteStorage => {
  const steps = sqliteStorageInSteps(connection, collections)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Does the same step by step, because upgrading a file may take long. */
export function* sqliteStorageInSteps(
  connection: Connection,
  collections: ReadonlyArray<Collection<Row>>,
  upgrade = true
): Generator<void, SqliteStorage> {
  const tables = new Tables(connection, upgrade)
  yield* tables.prepare([...new Set([JobCollection, ...collections])])
  return storageOf(connection, tables)
}

const storageOf = (connection: Connection, tables: Tables): SqliteStorage => {
  const scopes = new Scopes(connection)
  const commits = new GroupCommit(connection)
  const walks: Walks = new Map()
  return {
    storage: {
      commit: (changes) =>
        commits.join(() => {
          assertOneTenant(changes)
          return changes.map((change) => writeOf(tables, scopes, change))
        }),
      get: (scope, of, id) =>
        reading(connection, () =>
          Option.fromNullishOr(find(tables.of(of), of, scope, numberOf(scopes, scope), id))
        ),
      getMany: (scope, of, ids) =>
        reading(connection, () => {
          const table = tables.of(of)
          const number = numberOf(scopes, scope)
          return ids.flatMap((id) => find(table, of, scope, number, id) ?? [])
        }),
      findUnique: (scope, of, key, value) =>
        reading(connection, () => {
          const table = tables.of(of)
          if (scope === "any")
            return Option.fromNullishOr(findGlobal(table, of, scopes, key, value))
          const found = table.findUnique(numberOf(scopes, scope), key, value)
          return found === undefined ? Option.none() : Option.some(stored(of, scope, found))
        }),
      page: (scope, of, query) =>
        pageOf(
          connection,
          () => ({ table: tables.of(of), scope: numberOf(scopes, scope) }),
          query,
          (row) => stored(of, scope, row)
        ),
      ...followedAndSummed(connection, tables, scopes),
      claimDue: (query) =>
        Effect.flatMap(
          reading(connection, () => toClaim(connection, query)),
          (claiming) =>
            claiming === null
              ? Effect.succeed([])
              : commits.including(() => {
                  tables.of(JobCollection).cache.clear()
                  return claim(connection, scopes, claiming, walks)
                })
        ),
      ...queued(connection, scopes),
      ...observed(connection, commits),
      scopes: (query) => reading(connection, () => scopes.page(query)),
      sweep: (of, idBefore, limit) =>
        asking(connection, () => {
          connection.endSnapshot()
          return tables.of(of).sweep(idBefore, limit)
        }),
      storedCollections: reading(connection, () => storedCollections(connection)),
      system: "sqlite"
    },
    sumUp: Effect.forEach(
      tables.known().flatMap(({ sums }) => sums ?? []),
      (sums) => Effect.ignoreCause(summedUp(connection, sums)),
      { discard: true }
    ),
    close: Effect.map(commits.settled(), () => {
      connection.endSnapshot()
      connection.db.close()
    })
  }
}

/** The faults of the file and of its disk. */
const observed = (
  connection: Connection,
  commits: GroupCommit
): Pick<Storage["Service"], "hearLoss" | "checkWrites"> => ({
  hearLoss: (listener) => connection.hearLoss(listener),
  checkWrites: commits.checkWrites()
})

const queued = (
  connection: Connection,
  scopes: Scopes
): Pick<Storage["Service"], "nextDue" | "dueJobs" | "jobKinds"> => ({
  nextDue: (kinds) => asking(connection, () => Option.fromNullOr(nextDue(connection, kinds))),
  dueJobs: (scope, dueBefore, limit) =>
    reading(connection, () =>
      dueJobs(connection, scope, numberOf(scopes, scope), dueBefore, limit)
    ),
  jobKinds: (prefix) => reading(connection, () => jobKinds(connection, prefix))
})

const storedCollections = (connection: Connection): ReadonlyArray<string> =>
  connection
    .read<[string]>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all([])
    .map(([name]) => name)
    .filter((name) => !ownTables.has(name) && !name.startsWith("sqlite_"))

/** The feeds and sums of append-only collections. */
const followedAndSummed = (
  connection: Connection,
  tables: Tables,
  scopes: Scopes
): Pick<Storage["Service"], "feed" | "feedEnd" | "sums"> => ({
  feed: (of, query) =>
    reading(connection, () => {
      const { rows, ...page } = readFeed(connection, tables.of(of), query)
      return {
        ...page,
        rows: rows.map(([, scope, , ...row]) => stored(of, scopes.at(scope), row))
      }
    }),
  feedEnd: (of) => reading(connection, () => Option.fromNullOr(feedEnd(connection, tables.of(of)))),
  sums: (scope, of, name, query) =>
    Effect.flatMap(
      asking(connection, () => sumsOf(tables, of)),
      (sums) =>
        Effect.andThen(
          summedUp(connection, sums),
          reading(connection, () => sums.read(numberOf(scopes, scope), name, query))
        )
    )
})

/** The number for a scope in which no row was ever written. No row has it. */
const noScope = 0

const numberOf = (scopes: Scopes, scope: Scope): number => scopes.find(scope) ?? noScope

const find = <R extends Row>(
  table: Table,
  of: Collection<R>,
  scope: Scope,
  number: number,
  id: string
): Stored<R> | undefined => {
  // A program without types may pass anything as an id, and the driver binds only strings.
  if (typeof id !== "string") return
  const decode = (row: RawRow) => stored(of, scope, row)
  const kept = table.cache.get(number, id, decode)
  if (kept !== undefined) return kept as Stored<R>
  const row = table.get(number, id)
  if (row === undefined) return
  table.cache.keep(number, row)
  return decode(row)
}

const findGlobal = <R extends Row>(
  table: Table,
  of: Collection<R>,
  scopes: Scopes,
  key: string,
  value: string
): Stored<R> | undefined => {
  const decode = (row: RawRow, scope: number) => stored(of, scopes.at(scope), row)
  const kept = table.cache.find(key, value, decode)
  if (kept !== undefined) return kept as Stored<R>
  const found = table.findUnique("any", key, value)
  if (found === undefined) return
  const [id, version, doc, scope] = found
  const row = [id, version, doc] as const
  table.cache.keepFound(scope, row, key, value)
  return decode(row, scope)
}

const stored = <R extends Row>(
  of: Collection<R>,
  { tenant, mode }: Scope,
  [id, version, doc]: RawRow | RawScopedRow
): Stored<R> => storedRow({ tenant, mode }, readRow(of, id, doc), version)

const sumsOf = (tables: Tables, of: Collection<Row>): KeptSums => {
  const { sums } = tables.of(of)
  if (sums === null) throw new Error(`${of.name} has no sums`)
  return sums
}

const assertOneTenant = (changes: ReadonlyArray<Change>): void => {
  const refusal = severalTenants(changes)
  if (refusal !== null) throw new Error(refusal)
}

const writeOf = (tables: Tables, scopes: Scopes, change: Change): Write => {
  const writer = tables.writerOf(change.collection)
  switch (change._tag) {
    case "Insert":
      return writer.insert(scopes.findOrAdd(change.scope), change.row, change.version)
    case "Update":
      return writer.update(
        numberOf(scopes, change.scope),
        change.row,
        change.before,
        change.version
      )
    case "Delete":
      return writer.remove(numberOf(scopes, change.scope), change.id, change.version)
    case "Check":
      return writer.check(numberOf(scopes, change.scope), change.id, change.version)
  }
}
