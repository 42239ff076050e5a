import { CommitConflict, isErasure, type Row } from "@payloom/core"
import Database from "better-sqlite3"
import type { Bindings, Connection, RowStatement } from "./Connection.ts"
import type { Table } from "./Table.ts"
import { type Column, keyColumn, quoted, type Value } from "./tableLayout.ts"

/** A change whose row is encoded. It has to run inside a transaction. */
export type Write = () => CommitConflict | null

/** A row's rowid and its version. */
type Current = readonly [rowid: number, version: number]

/** Turns changes to one table into writes. Encodes rows at once, and throws if it can't. */
export class TableWriter {
  readonly #table: Table
  readonly #connection: Connection
  readonly #columns: ReadonlyArray<Column>
  readonly #assignments: ReadonlyArray<readonly [Column, string]>
  readonly #keys: ReadonlyArray<UniqueColumn>
  readonly #insert: ReturnType<Connection["write"]>
  readonly #current: RowStatement<Current>
  readonly #delete: ReturnType<Connection["write"]>
  readonly #updates = new Map<string, ReturnType<Connection["write"]>>()

  constructor(connection: Connection, table: Table) {
    const { name } = table
    this.#table = table
    this.#connection = connection
    this.#columns = table.layout.columns
    this.#assignments = this.#columns.map((column) => [column, `, ${quoted(column.name)} = ?`])
    this.#keys = uniqueColumns(table)
    const names = this.#columns.map((column) => quoted(column.name))
    const inserted = ["scope", "id", "version", ...names, "doc"]
    const places = inserted.map(() => "?").join(", ")
    // Doing nothing instead of failing saves an exception for each conflict.
    this.#insert = connection.write(
      `INSERT INTO ${name} (${inserted.join(", ")}) VALUES (${places}) ON CONFLICT DO NOTHING`
    )
    this.#current = connection.read(`SELECT rowid, version FROM ${name} WHERE scope = ? AND id = ?`)
    this.#delete = connection.write(
      `DELETE FROM ${name} WHERE scope = ? AND id = ? AND version = ?`
    )
  }

  insert(scope: number, row: Row, version = 1): Write {
    const doc = this.#table.of.encode(row)
    return () => {
      // Created only now. V8 would move an array that waits for its group to the old generation,
      // and keep it with its text until the next full garbage collection.
      const bound: Array<Value> = [scope, row.id, version]
      for (const column of this.#columns) bound.push(column.of(row))
      bound.push(doc)
      if (this.#added(bound)) {
        this.#table.sums?.noteRow()
        return null
      }
      if (this.#find(scope, row.id) !== undefined) return this.#conflict("id_taken", row.id)
      return this.#keyConflict(scope, row, null)
    }
  }

  update(scope: number, row: Row, before: Row, version: number): Write {
    if (!isErasure(this.#table.of, before, row)) this.#refuseIfAppendOnly("update")
    const doc = this.#table.of.encode(row)
    return () => {
      this.#table.cache.drop(row.id)
      // Only changed columns are written, because writing a column rewrites its indexes.
      let changed = ""
      const bound: Array<Value> = [version + 1]
      for (const [column, assignment] of this.#assignments) {
        const value = column.of(row)
        if (value === column.of(before)) continue
        changed += assignment
        bound.push(value)
      }
      bound.push(doc, scope, row.id, version)
      if (this.#update(changed).run(bound).changes === 1) return null
      return this.#moved(scope, row.id, version) ?? this.#keyConflict(scope, row, row.id)
    }
  }

  remove(scope: number, id: string, version: number): Write {
    this.#refuseIfAppendOnly("delete")
    return () => {
      this.#table.cache.drop(id)
      const done = this.#delete.run([scope, id, version])
      return done.changes === 1 ? null : this.#moved(scope, id, version)
    }
  }

  check(scope: number, id: string, version: number): Write {
    return () => this.#moved(scope, id, version)
  }

  /** Returns a conflict if a row is gone or has another version. Null if it is unchanged. */
  #moved(scope: number, id: string, version: number): CommitConflict | null {
    const current = this.#find(scope, id)
    if (current === undefined) return this.#conflict("missing", id)
    return current[1] === version ? null : this.#conflict("stale", id)
  }

  #added(row: Bindings): boolean {
    try {
      return this.#insert.run(row).changes === 1
    } catch (cause) {
      // The trigger of an append-only table fails with this if a row is in the way.
      const { code } = cause instanceof Database.SqliteError ? cause : { code: null }
      if (code === "SQLITE_CONSTRAINT_TRIGGER") return false
      throw cause
    }
  }

  #find(scope: number, id: string): Current | undefined {
    return this.#current.get([scope, id])
  }

  /** Returns the update that also sets these columns. */
  #update(assignments: string): ReturnType<Connection["write"]> {
    const known = this.#updates.get(assignments)
    if (known !== undefined) return known
    const statement = this.#connection.write(
      `UPDATE OR IGNORE ${this.#table.name} SET version = ?${assignments}, doc = ?
        WHERE scope = ? AND id = ? AND version = ?`
    )
    this.#updates.set(assignments, statement)
    return statement
  }

  /** Returns a conflict for the first declared unique key that another row has. */
  #keyConflict(scope: number, row: Row, ownId: string | null): CommitConflict {
    const own = ownId === null ? null : this.#find(scope, ownId)?.[0]
    const taken = this.#keys.find(({ of, global, holderSql }) => {
      const value = of(row)
      if (value === null) return false
      const holder = this.#connection
        .read<[number]>(holderSql)
        .get(global ? [value] : [value, scope])
      return holder !== undefined && holder[0] !== own
    })
    if (taken === undefined) {
      throw new Error(`${this.#table.of.name} refused a row though none of its keys is taken`)
    }
    return this.#conflict("key_taken", taken.key)
  }

  #conflict(reason: CommitConflict["reason"], key: string): CommitConflict {
    return new CommitConflict({ reason, collection: this.#table.of.name, key })
  }

  #refuseIfAppendOnly(attempted: "update" | "delete"): void {
    const { appendOnly, name } = this.#table.of
    if (appendOnly) throw new Error(`${name} is append-only: ${attempted} refused`)
  }
}

interface UniqueColumn {
  readonly key: string
  readonly global: boolean
  readonly of: (row: Row) => string | null
  readonly holderSql: string
}

const uniqueColumns = (table: Table): ReadonlyArray<UniqueColumn> =>
  Object.entries(table.of.unique).map(([key, unique]) => {
    const name = keyColumn(key)
    const global = unique.global === true
    const within = global ? "" : " AND scope = ?"
    return {
      key,
      global,
      of: (row: Row) => unique.of(row),
      holderSql: `SELECT rowid FROM ${table.name} WHERE ${quoted(name)} = ?${within}`
    }
  })
