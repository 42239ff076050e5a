import {
  type Change,
  type Collection,
  JobCollection,
  type Row,
  type Scope,
  type Storage,
  type Stored
} from "@payloom/core"
import { Option } from "effect"
import type { Connection } from "./Connection.ts"
import { asking, reading } from "./failureOf.ts"
import { GroupCommit } from "./GroupCommit.ts"
import { claimDue, nextDue } from "./jobQueue.ts"
import { readPage } from "./pages.ts"
import { Scopes } from "./Scopes.ts"
import type { RawRow } from "./Table.ts"
import { Tables } from "./Tables.ts"
import type { Write } from "./TableWriter.ts"

/** The storage port on a connection, and what ends it. */
export interface SqliteStorage {
  readonly storage: Storage["Service"]
  /** Carries out the commits that wait, then closes the connection. */
  readonly close: () => void
}

/** Makes the storage port on an open connection. */
export const makeSqliteStorage = (
  connection: Connection,
  collections: ReadonlyArray<Collection<Row>>
): SqliteStorage => {
  const tables = new Tables(connection)
  const scopes = new Scopes(connection)
  const commits = new GroupCommit(connection)
  for (const collection of [JobCollection, ...collections]) tables.of(collection)

  return {
    storage: {
      commit: (changes) =>
        commits.join(() => changes.map((change) => writeOf(tables, scopes, change))),
      get: (scope, of, id) =>
        reading(connection, () => {
          const row = tables.of(of).get(numberOf(scopes, scope), id)
          return row === undefined ? Option.none() : Option.some(stored(of, scope, row))
        }),
      getMany: (scope, of, ids) =>
        reading(connection, () => {
          const table = tables.of(of)
          const number = numberOf(scopes, scope)
          const rows = ids.flatMap((id) => {
            const row = table.get(number, id)
            return row === undefined ? [] : [row]
          })
          return rows.map((row) => stored(of, scope, row))
        }),
      findUnique: (scope, of, key, value) =>
        reading(connection, () => {
          const within = scope === "any" ? scope : numberOf(scopes, scope)
          const found = tables.of(of).findUnique(within, key, value)
          if (found === undefined) return Option.none()
          const [id, version, doc, number] = found
          return Option.some(stored(of, scopes.at(number), [id, version, doc]))
        }),
      page: (scope, of, query) =>
        reading(connection, () =>
          readPage(connection, tables.of(of), numberOf(scopes, scope), query).map((row) =>
            stored(of, scope, row)
          )
        ),
      claimDue: (query) => asking(connection, () => claimDue(connection, scopes, query)),
      nextDue: () => asking(connection, () => Option.fromNullOr(nextDue(connection))),
      sweep: (of, idBefore, limit) =>
        asking(connection, () => {
          connection.endSnapshot()
          return tables.of(of).sweep(idBefore, limit)
        })
    },
    close: () => {
      commits.flushWaiting()
      connection.endSnapshot()
      connection.db.close()
    }
  }
}

/** Stands for a scope in which no row was ever written: no row has it. */
const noScope = 0

const numberOf = (scopes: Scopes, scope: Scope): number => scopes.find(scope) ?? noScope

const stored = <R extends Row>(
  of: Collection<R>,
  { tenant, mode }: Scope,
  [, version, doc]: RawRow
): Stored<R> => ({ scope: { tenant, mode }, row: of.decode(doc), version })

const writeOf = (tables: Tables, scopes: Scopes, change: Change): Write => {
  const writer = tables.writerOf(change.collection)
  switch (change._tag) {
    case "Insert":
      return writer.insert(scopes.findOrAdd(change.scope), change.row)
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
