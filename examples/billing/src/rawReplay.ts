import type { Change } from "@payloom/core"
import Database from "better-sqlite3"

type Written = Extract<Change, { readonly row: unknown }>

/**
 * Returns the milliseconds that the driver alone takes for the same commits. It writes the same
 * rows, one commit after the other, on a copy of the file from before them. Each commit is synced
 * to disk.
 */
export const rawMilliseconds = (
  file: string,
  commits: ReadonlyArray<ReadonlyArray<Change>>
): number => {
  const db = new Database(file)
  db.pragma("journal_mode = WAL")
  db.pragma("synchronous = FULL")
  const { id: scope } = db
    .prepare("SELECT id FROM scopes WHERE tenant = ? AND mode = ?")
    .get(commits[0]?.[0]?.scope.tenant, commits[0]?.[0]?.scope.mode) as { readonly id: number }
  const statements = new Map<string, Database.Statement>()
  const statement = (sql: string): Database.Statement => {
    const known = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, known)
    return known
  }
  // Only the driver is timed, so the statements are prepared before.
  const ready = commits.map((changes) => changes.map((change) => writeOf(change, scope)))
  const started = performance.now()
  for (const writes of ready) {
    statement("BEGIN IMMEDIATE").run()
    for (const { sql, values } of writes) {
      const prepared = statement(sql)
      if (prepared.reader) prepared.get(...values)
      else prepared.run(...values)
    }
    statement("COMMIT").run()
  }
  const took = performance.now() - started
  db.close()
  return took
}

interface RawWrite {
  readonly sql: string
  readonly values: ReadonlyArray<unknown>
}

const writeOf = (change: Change, scope: number): RawWrite => {
  const { name: table } = change.collection
  const place = "scope = ? AND id = ?"
  switch (change._tag) {
    case "Insert": {
      const columns = columnsOf(change)
      const names = ["scope", "id", "version", ...columns.map(([name]) => name), "doc"]
      const sql = `INSERT INTO ${table} (${names}) VALUES (${names.map(() => "?")})`
      const doc = change.collection.encode(change.row)
      return { sql, values: [scope, change.row.id, 1, ...columns.map(([, value]) => value), doc] }
    }
    case "Update": {
      const columns = columnsOf(change)
      const sets = [...columns.map(([name]) => name), "version", "doc"].map((name) => `${name} = ?`)
      const doc = change.collection.encode(change.row)
      const values = [...columns.map(([, value]) => value), change.version + 1, doc]
      const sql = `UPDATE ${table} SET ${sets} WHERE ${place}`
      return { sql, values: [...values, scope, change.row.id] }
    }
    case "Delete":
      return { sql: `DELETE FROM ${table} WHERE ${place}`, values: [scope, change.id] }
    case "Check":
      return {
        sql: `SELECT version FROM ${table} WHERE ${place}`,
        values: [scope, change.id]
      }
  }
}

const columnsOf = ({ collection, row }: Written): ReadonlyArray<readonly [string, unknown]> => [
  ...Object.entries(collection.indexes).map(([name, { of }]) => [`by_${name}`, of(row)] as const),
  ...Object.entries(collection.unique).map(([name, { of }]) => [`key_${name}`, of(row)] as const),
  ...(collection.name === "jobs" ? jobColumns(row) : [])
]

const jobColumns = (row: object): ReadonlyArray<readonly [string, unknown]> => {
  const { dueAt, leasedUntil, kind } = row as {
    readonly dueAt: number
    readonly leasedUntil: number | null
    readonly kind: string
  }
  return [
    ["due_at", dueAt],
    ["leased_until", leasedUntil],
    ["kind", kind]
  ]
}
