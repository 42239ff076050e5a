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
 * Creates a collection's table, or updates it to the collection's declaration. Adds missing columns
 * and indexes and fills them from the stored rows. Drops indexes that are no longer declared. A
 * column without its index stays unused, and is filled anew if the index returns. If the
 * collection's documents have a newer version, fills all columns anew and stores that version.
 * Throws `SqliteRefused` if the file's documents are newer, or if a row can't be upgraded, and
 * leaves the file unchanged. It is a generator whose steps take a few milliseconds each. Creating
 * an index and ending the transaction are single steps.
 */
export function* followCollection(
  connection: Connection,
  of: Collection<Row>,
  layout: TableLayout
): Generator<void> {
  if (isUpToDate(connection, of, layout)) return
  yield* connection.transactionInSteps(function* () {
    // Checked again under the lock, because another process may be doing the same.
    yield* followTable(connection, of, layout)
    // A column without an index needs no filling. New rows fill it.
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

/** Returns true if a collection's table is as declared. */
export const isUpToDate = (
  connection: Connection,
  of: Collection<Row>,
  layout: TableLayout
): boolean =>
  storedVersion(connection, of) === of.version &&
  differences(connection, layout) === null &&
  (of.feed === null || missingColumns(connection, layout).length === 0)

/** Returns the version of a collection's documents in a file. Version 1 was not stored. */
const storedVersion = (connection: Connection, { name, version }: Collection<Row>): number => {
  const [stored = 1] =
    connection.read<[number]>("SELECT version FROM collections WHERE name = ?").get([name]) ?? []
  if (stored <= version) return stored
  const detail = `its ${name} are of version ${stored}, but this release knows ${version}`
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
 * The differences between a table and its declaration. If columns have to be filled, both lists
 * have all triggers and indexes. The triggers of an append-only table would refuse the filling. A
 * unique index would refuse a row whose value a later row is about to give up.
 */
interface Differences {
  /** Dropped first: all triggers, and indexes that are changed or no longer declared. */
  readonly obsolete: ReadonlyArray<SchemaObject>
  /** Created last: all triggers, and missing indexes. */
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

/** Returns the layout with only the columns of these indexes. */
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
