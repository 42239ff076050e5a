import { CommitConflict, type Row } from "@payloom/core"
import Database from "better-sqlite3"
import type { Bindings, Connection, RowStatement } from "./Connection.ts"
import type { Table } from "./Table.ts"
import { type Column, keyColumn, quoted, type Value } from "./tableLayout.ts"

/** A change whose row is encoded, to be carried out inside a transaction. */
export type Write = () => CommitConflict | null

/** A row's place and what guards it. */
type Current = readonly [rowid: number, version: number]

/** Turns changes to one table into writes. Encodes rows at once, and throws where it can't. */
export class TableWriter {
  readonly #table: Table
  readonly #connection: Connection
  readonly #columns: ReadonlyArray<Column>
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
    this.#keys = uniqueColumns(table)
    const names = this.#columns.map((column) => quoted(column.name))
    const inserted = ["scope", "id", "version", ...names, "doc"]
    const places = inserted.map(() => "?").join(", ")
    // Doing nothing instead of failing spares an exception for each conflict.
    this.#insert = connection.write(
      `INSERT INTO ${name} (${inserted.join(", ")}) VALUES (${places}) ON CONFLICT DO NOTHING`
    )
    this.#current = connection.read(`SELECT rowid, version FROM ${name} WHERE scope = ? AND id = ?`)
    this.#delete = connection.write(
      `DELETE FROM ${name} WHERE scope = ? AND id = ? AND version = ?`
    )
  }

  insert(scope: number, row: Row): Write {
    const doc = this.#table.of.encode(row)
    const values = this.#columns.map((column) => column.of(row))
    return () => {
      if (this.#added([scope, row.id, 1, ...values, doc])) return null
      if (this.#find(scope, row.id) !== undefined) return this.#conflict("id_taken", row.id)
      return this.#keyConflict(scope, values, null)
    }
  }

  update(scope: number, row: Row, before: Row, version: number): Write {
    const doc = this.#table.of.encode(row)
    const values = this.#columns.map((column) => column.of(row))
    this.#refuseIfAppendOnly("update")
    // Writing a column rewrites its indexes even where the value stays, so only changes are.
    const changed = this.#columns.flatMap((column, at) =>
      column.of(before) === values[at] ? [] : [at]
    )
    const bound = changed.map((at) => values[at] ?? null)
    return () => {
      this.#table.cache.drop(row.id)
      const done = this.#update(changed).run([version + 1, ...bound, doc, scope, row.id, version])
      if (done.changes === 1) return null
      return this.#moved(scope, row.id, version) ?? this.#keyConflict(scope, values, row.id)
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

  /** Whether a row is gone, or not at this version any more; null where it stands. */
  #moved(scope: number, id: string, version: number): CommitConflict | null {
    const current = this.#find(scope, id)
    if (current === undefined) return this.#conflict("missing", id)
    return current[1] === version ? null : this.#conflict("stale", id)
  }

  #added(row: Bindings): boolean {
    try {
      return this.#insert.run(row).changes === 1
    } catch (cause) {
      // How an append-only table's trigger answers where there is a row in the way.
      const { code } = cause instanceof Database.SqliteError ? cause : { code: null }
      if (code === "SQLITE_CONSTRAINT_TRIGGER") return false
      throw cause
    }
  }

  #find(scope: number, id: string): Current | undefined {
    return this.#current.get([scope, id])
  }

  #update(changed: ReadonlyArray<number>): ReturnType<Connection["write"]> {
    const shape = changed.join()
    const known = this.#updates.get(shape)
    if (known !== undefined) return known
    const names = this.#columns.filter((_, at) => changed.includes(at)).map((c) => quoted(c.name))
    const assignments = ["version", ...names, "doc"].map((name) => `${name} = ?`).join(", ")
    const statement = this.#connection.write(
      `UPDATE OR IGNORE ${this.#table.name} SET ${assignments}
        WHERE scope = ? AND id = ? AND version = ?`
    )
    this.#updates.set(shape, statement)
    return statement
  }

  /** Which unique key a refused row would take from another; the first declared of several. */
  #keyConflict(scope: number, values: ReadonlyArray<Value>, ownId: string | null): CommitConflict {
    const own = ownId === null ? null : this.#find(scope, ownId)?.[0]
    const taken = this.#keys.find(({ at, global, holderSql }) => {
      const value = values[at] ?? null
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
  /** Where its column stands among the table's. */
  readonly at: number
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
      at: table.layout.columns.findIndex((column) => column.name === name),
      holderSql: `SELECT rowid FROM ${table.name} WHERE ${quoted(name)} = ?${within}`
    }
  })
