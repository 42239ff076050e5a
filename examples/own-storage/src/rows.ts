import {
  type Collection,
  type Job,
  JobCollection,
  NewerDocument,
  type Row,
  type Scope,
  type Stored,
  storedRow
} from "@payloom/core"
import type { Columns, Database } from "./Database.ts"

/** The columns of a row, for `readRow`. */
export const columns = "d.tenant, d.mode, d.id, d.version, d.document"

/** Reads a row. Throws if it is of a newer release, or if a step gave it another id. */
export const readRow = <R extends Row>(of: Collection<R>, found: Columns): Stored<R> => {
  const { tenant, mode, id, version, document } = found
  const row = of.decode(String(document))
  if (row.id !== id) throw new Error(`${id} of ${of.name} was read as ${row.id}`)
  return storedRow(scopeIn(tenant, mode), row, Number(version))
}

/** Returns the scope of columns. */
export const scopeIn = (tenant: unknown, mode: unknown): Scope => ({
  tenant: String(tenant),
  mode: mode === "live" ? "live" : "test"
})

/** The part of a collection in which a unique key is unique: a scope, or everything. */
export const within = ({ tenant, mode }: Scope, isGlobal: boolean | undefined): string =>
  isGlobal === true ? "" : `${mode}/${tenant}`

/** Writes the unique keys, the indexes and the place in the queue of a row. */
export const addKeys = <R extends Row>(
  db: Database,
  of: Collection<R>,
  scope: Scope,
  row: R
): void => {
  const { tenant, mode } = scope
  for (const [key, unique] of Object.entries(of.unique)) {
    const value = unique.of(row)
    if (value === null) continue
    const part = within(scope, unique.global)
    const holder = [of.name, key, part, value, tenant, mode, row.id]
    db.run("insert into holders values (?, ?, ?, ?, ?, ?, ?)", ...holder)
  }
  for (const [name, index] of Object.entries(of.indexes)) {
    const value = index.of(row)
    if (value === null) continue
    const entry = [of.name, tenant, mode, name, value, row.id]
    db.run("insert into indexed values (?, ?, ?, ?, ?, ?)", ...entry)
  }
  if (of.name !== JobCollection.name) return
  const { id, kind, dueAt, leasedUntil } = row as unknown as Job
  const claimableAt = Math.max(dueAt, leasedUntil ?? dueAt)
  const place = [tenant, mode, id, kind, dueAt, claimableAt]
  db.run("insert into queue values (?, ?, ?, ?, ?, ?)", ...place)
}

/** Removes what `addKeys` wrote. */
export const removeKeys = (db: Database, { name }: { name: string }, scope: Scope, id: string) => {
  const { tenant, mode } = scope
  const where = "where collection = ? and tenant = ? and mode = ? and id = ?"
  db.run(`delete from holders ${where}`, name, tenant, mode, id)
  db.run(`delete from indexed ${where}`, name, tenant, mode, id)
  if (name !== JobCollection.name) return
  db.run("delete from queue where tenant = ? and mode = ? and id = ?", tenant, mode, id)
}

/**
 * Prepares a collection for its first use. Rows of an older release have keys by the old rules, so
 * these are written again.
 */
export const prepare = <R extends Row>(db: Database, of: Collection<R>): void =>
  db.transaction(() => {
    const found = db.first("select version from collections where name = ?", of.name)
    const version = Number(found?.version ?? of.version)
    if (version > of.version) return
    db.run("insert or replace into collections values (?, ?)", of.name, of.version)
    if (version === of.version) return
    for (const each of db.all(`select ${columns} from documents d where collection = ?`, of.name)) {
      const { scope, row } = readRow(of, each)
      removeKeys(db, of, scope, row.id)
      addKeys(db, of, scope, row)
    }
  })

/** Throws if a newer release has written a collection. */
export const refuseNewer = (db: Database, of: Collection<Row>): void => {
  const found = db.first("select version from collections where name = ?", of.name)
  const version = Number(found?.version ?? 0)
  if (version <= of.version) return
  throw new NewerDocument({ collection: of.name, version, known: of.version })
}
