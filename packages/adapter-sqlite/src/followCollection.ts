import type { Collection, Row } from "@payloom/core"
import type { Connection } from "./Connection.ts"
import { fillColumns } from "./fillColumns.ts"
import { SqliteRefused } from "./SqliteRefused.ts"
import {
  createTable,
  ownPrefix,
  quoted,
  type SchemaObject,
  type TableLayout
} from "./tableLayout.ts"
import { uniqueClash } from "./uniqueClash.ts"

/**
 * Makes a collection's table, or brings it up to what the collection now declares: columns and
 * indexes that it lacks are added and filled from the stored rows, indexes it no longer declares
 * are dropped. A column without its index stays unused, and is filled anew should it come back. All
 * are filled anew where the collection's documents have come to a newer version, which is kept.
 * Throws `SqliteRefused` where the file's are of a newer one, or a row can't be brought to this
 * one, and leaves the file as it was. A generator, whose steps each take a few milliseconds; those
 * that make an index, or end the transaction, take what SQLite takes for it.
 */
export function* followCollection(
  connection: Connection,
  of: Collection<Row>,
  layout: TableLayout
): Generator<void> {
  if (isUpToDate(connection, of, layout)) return
  yield* connection.transactionInSteps(function* () {
    // Looked at again under the lock: another process may be doing the same.
    yield* followTable(connection, of, layout)
    // One that no index goes by is filled by what is written from now on.
    addColumns(connection, layout)
  })
}

function* followTable(
  connection: Connection,
  of: Collection<Row>,
  layout: TableLayout
): Generator<void> {
  const isOutdated = storedVersion(connection, of) < of.version
  const found = differences(connection, layout, isOutdated)
  if (found === null) return
  for (const { type, name } of found.obsolete) {
    connection.db.exec(`DROP ${type.toUpperCase()} ${quoted(name)}`)
  }
  if (tableExists(connection, layout.name)) {
    addColumns(connection, layout)
    if (found.missing.some(isIndex)) {
      yield* fillColumns(connection, of, columnsOf(layout, found.missing))
    }
  } else {
    connection.db.exec(createTable(layout))
  }
  for (const object of found.missing) {
    make(connection, of, object)
    if (isIndex(object)) yield
  }
  keepVersion(connection, of)
}

/** Whether a collection's table has all that its declaration asks for. */
export const isUpToDate = (
  connection: Connection,
  of: Collection<Row>,
  layout: TableLayout
): boolean =>
  storedVersion(connection, of) === of.version &&
  differences(connection, layout) === null &&
  (of.feed === null || missingColumns(connection, layout).length === 0)

/** The version of a collection's documents that a file goes by; of version 1 none was kept. */
const storedVersion = (connection: Connection, { name, version }: Collection<Row>): number => {
  const [stored = 1] =
    connection.read<[number]>("SELECT version FROM collections WHERE name = ?").get([name]) ?? []
  if (stored <= version) return stored
  const detail = `its ${name} are of version ${stored}, this release knows ${version}`
  throw new SqliteRefused({ reason: "newer_schema", path: connection.db.name, detail })
}

const keepVersion = (connection: Connection, { name, version }: Collection<Row>): void => {
  if (version === 1) return
  connection
    .write("INSERT INTO collections VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET version = ?")
    .run([name, version, version])
}

const make = (connection: Connection, of: Collection<Row>, { sql }: SchemaObject): void => {
  try {
    connection.db.exec(sql)
  } catch (cause) {
    throw uniqueClash(connection, of, cause) ?? cause
  }
}

/**
 * Where columns are filled in between, that is all there are. An append-only table's triggers would
 * refuse it, and a unique index would refuse a row that takes what a later row is yet to give up.
 */
interface Differences {
  /** To be dropped first: all triggers, and indexes that are declared otherwise or no more. */
  readonly obsolete: ReadonlyArray<SchemaObject>
  /** To be made last: all triggers, and indexes that are not there. */
  readonly missing: ReadonlyArray<SchemaObject>
}

const differences = (
  connection: Connection,
  layout: TableLayout,
  isOutdated = false
): Differences | null => {
  const present = presentObjects(connection, layout.name)
  const obsolete = present.filter((object) => !layout.objects.some(sameAs(object)))
  const missing = layout.objects.filter((object) => !present.some(sameAs(object)))
  if (isOutdated) return { obsolete: present, missing: layout.objects }
  if (obsolete.length === 0 && missing.length === 0) return null
  return {
    obsolete: present.filter((object) => isTrigger(object) || obsolete.includes(object)),
    missing: layout.objects.filter((object) => isTrigger(object) || missing.includes(object))
  }
}

/** The layout with those columns alone that such indexes go by. */
const columnsOf = (layout: TableLayout, indexes: ReadonlyArray<SchemaObject>): TableLayout => ({
  ...layout,
  columns: layout.columns.filter(({ name }) => indexes.some(({ sql }) => sql.includes(name)))
})

const isIndex = ({ type }: SchemaObject): boolean => type === "index"

const isTrigger = ({ type }: SchemaObject): boolean => type === "trigger"

const sameAs = (one: SchemaObject) => (other: SchemaObject) =>
  one.name === other.name && one.sql === other.sql

const presentObjects = (connection: Connection, table: string): ReadonlyArray<SchemaObject> =>
  connection
    .read<[SchemaObject["type"], string, string]>(
      `SELECT type, name, sql FROM sqlite_master
       WHERE tbl_name = ? AND type IN ('index', 'trigger')`
    )
    .all([table])
    .map(([type, name, sql]) => ({ type, name, sql }))
    .filter(({ name }) => name.startsWith(ownPrefix))

const tableExists = (connection: Connection, table: string): boolean =>
  connection
    .read<[number]>("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")
    .get([table]) !== undefined

const missingColumns = (connection: Connection, layout: TableLayout) => {
  const present = connection
    .read<[string]>("SELECT name FROM pragma_table_info(?)")
    .all([layout.name])
    .map(([name]) => name)
  return layout.columns.filter(({ name }) => !present.includes(name))
}

const addColumns = (connection: Connection, layout: TableLayout): void => {
  for (const { name, type } of missingColumns(connection, layout)) {
    connection.db.exec(`ALTER TABLE ${quoted(layout.name)} ADD COLUMN ${quoted(name)} ${type}`)
  }
}
