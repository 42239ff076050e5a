import type { Collection, Row, Scope } from "@payloom/core"
import Database from "better-sqlite3"
import type { BulkWriter } from "./BulkWriter.ts"
import { columnsOf } from "./rowForm.ts"

/** An index or a trigger of the adapter. */
interface SchemaObject {
  readonly name: string
  readonly type: "index" | "trigger"
  readonly sql: string
}

const cacheKib = 512 * 1024

/** The number of rows that one statement inserts. */
const rowsOfInsert = 16

/**
 * Opens a file that an engine has prepared. Until `finish` returns, the file is not safe against a
 * crash: there is no journal, and nothing is synced.
 */
export const openBulkSqlite = (path: string, { tenant, mode }: Scope): BulkWriter => {
  const db = new Database(path)
  db.pragma("journal_mode = OFF")
  db.pragma("synchronous = OFF")
  db.pragma("locking_mode = EXCLUSIVE")
  // Also the memory in which an index is sorted.
  db.pragma(`cache_size = -${cacheKib}`)
  const scope = db
    .prepare<[string, string], number>("SELECT id FROM scopes WHERE tenant = ? AND mode = ?")
    .pluck()
    .get(tenant, mode)
  if (scope === undefined) throw new Error("the merchant's own rows have to be written first")
  const objects = db
    .prepare<[], SchemaObject>(
      `SELECT name, type, sql FROM sqlite_master
       WHERE type IN ('index', 'trigger') AND name LIKE 'payloom\\_%' ESCAPE '\\'`
    )
    .all()
  for (const { type, name } of objects) db.exec(`DROP ${type} "${name}"`)
  const inserts = new Map<string, Database.Statement<[ReadonlyArray<unknown>]>>()
  const insertOf = (of: Collection<Row>, rows: number) => {
    const key = `${rows} ${of.name}`
    const known = inserts.get(key)
    if (known !== undefined) return known
    const names = columnsOf(of).map(({ name }) => `"${name}", `)
    const places = `(${scope}, ?, ?, ${names.map(() => "?, ").join("")}?)`
    const made = db.prepare<[ReadonlyArray<unknown>]>(
      `INSERT INTO "${of.name}" (scope, version, id, ${names.join("")}doc)
       VALUES ${Array.from({ length: rows }, () => places).join(", ")}`
    )
    inserts.set(key, made)
    return made
  }
  return {
    write: (of, rows) => {
      const several = insertOf(of, rowsOfInsert)
      const single = insertOf(of, 1)
      db.exec("BEGIN")
      let at = 0
      for (; at + rowsOfInsert <= rows.length; at += rowsOfInsert) {
        several.run(rows.slice(at, at + rowsOfInsert).flat())
      }
      for (const row of rows.slice(at)) single.run(row)
      db.exec("COMMIT")
    },
    finish: async (onIndex) => {
      objects.forEach(({ sql }, nth) => {
        onIndex(nth / objects.length)
        db.exec(sql)
      })
      db.close()
    }
  }
}
