import { type Collection, NewerDocument, type Row } from "@payloom/core"
import type { Connection } from "./Connection.ts"
import { readRow, UnreadableRow } from "./readRow.ts"
import { SqliteRefused } from "./SqliteRefused.ts"
import { quoted, type TableLayout, type Value } from "./tableLayout.ts"

const batchSize = 500

/**
 * Reads all rows of a table, upgrades those of older versions, and fills the columns beside them
 * anew, in batches. Throws `SqliteRefused` with the id of the first row that can't be read. Once
 * the table is marked as newer, the older release could not open it any more.
 */
export function* fillColumns(
  connection: Connection,
  of: Collection<Row>,
  { name, columns }: TableLayout
): Generator<void> {
  const table = quoted(name)
  const batch = connection.read<[number, string, string]>(
    `SELECT rowid, id, doc FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${batchSize}`
  )
  const assignments = columns.map((column) => `${quoted(column.name)} = ?`).join(", ")
  const fill =
    columns.length === 0
      ? null
      : connection.write(`UPDATE ${table} SET ${assignments} WHERE rowid = ?`)
  let last = 0
  for (;;) {
    const rows = batch.all([last])
    for (const [rowid, id, doc] of rows) {
      const values = valuesOf(connection, of, columns, id, doc)
      fill?.run([...values, rowid])
      last = rowid
    }
    if (rows.length < batchSize) return
    yield
  }
}

const valuesOf = (
  { db }: Connection,
  of: Collection<Row>,
  columns: TableLayout["columns"],
  id: string,
  doc: string
): ReadonlyArray<Value> => {
  try {
    const row = readRow(of, id, doc)
    return columns.map((column) => column.of(row))
  } catch (cause) {
    throw refusalOf(db.name, of, id, cause)
  }
}

const refusalOf = (path: string, of: Collection<Row>, id: string, cause: unknown) => {
  if (cause instanceof NewerDocument) {
    const { version, known } = cause
    const row = `the row ${id} of ${of.name}`
    const detail = `${row} is of version ${version}, but this release knows ${known}`
    return new SqliteRefused({ reason: "newer_schema", path, detail })
  }
  const unreadable = cause instanceof UnreadableRow ? cause : new UnreadableRow(of, id, cause)
  const { message: detail } = unreadable
  return new SqliteRefused({ reason: "not_upgradable", path, detail, cause: unreadable.cause })
}
