import { hash } from "node:crypto"
import { type Change, idBounds } from "@payloom/core"
import type Database from "better-sqlite3"
import { openRawFile } from "./openRawFile.ts"

/** One statement with the values it is run with. */
interface RawWrite {
  readonly statement: Database.Statement
  readonly values: ReadonlyArray<unknown>
}

/** When an old charge was made that so many others come before. */
export const momentOfOld = (nth: number): number => Date.UTC(2024, 0, 1) + nth * 180_000

/** The time as ids begin with it. */
const ulidTime = (moment: number): string =>
  idBounds("ledger", moment).first.slice("ledger_".length, -16)

/** The two commits of a charge, ready to be run. */
export type RawCharge = ReadonlyArray<ReadonlyArray<RawWrite>>

const keyHash = /^[0-9a-f]{32}$/
const perTransaction = 2000
const ulid = /[0-7][0-9A-HJKMNP-TV-Z]{25}/g

/**
 * The raw driver, writing what the engine writes: the same rows into the same tables, from a
 * recorded charge whose ids are replaced by new ones. Everything is made ready before the clock
 * starts, so what is timed is the driver alone.
 */
export class RawCharges {
  readonly #db: Database.Database
  readonly #commits: ReadonlyArray<ReadonlyArray<Change>>
  readonly #own: ReadonlySet<string>
  readonly #statements = new Map<string, Database.Statement>()
  readonly #scope: number
  #counter = 0
  #charges = 0

  readonly #age: "old" | "new"

  /**
   * Charges count as made long ago, three minutes after one another, or as newer than all that the
   * engine makes.
   */
  constructor(
    file: string,
    commits: ReadonlyArray<ReadonlyArray<Change>>,
    age: "old" | "new" = "new"
  ) {
    this.#age = age
    this.#db = openRawFile(file)
    this.#commits = commits
    this.#own = new Set(
      commits
        .flat()
        .flatMap((change) => (change._tag === "Insert" ? (change.row.id.match(ulid) ?? []) : []))
    )
    const scope = commits[0]?.[0]?.scope
    const found = this.#db
      .prepare("SELECT id FROM scopes WHERE tenant = ? AND mode = ?")
      .get(scope?.tenant, scope?.mode) as { readonly id: number }
    this.#scope = found.id
  }

  /** Makes a charge ready: the recorded one under new ids. */
  prepare(): RawCharge {
    const renamed = this.#renaming()
    return this.#commits.map((changes) => changes.map((change) => this.#write(change, renamed)))
  }

  readonly begin = (): void => {
    this.#run("BEGIN IMMEDIATE")
  }

  readonly commit = (): void => {
    this.#run("COMMIT")
  }

  readonly write = (writes: ReadonlyArray<RawWrite>): void => {
    for (const { statement, values } of writes) {
      if (statement.reader) statement.get(...values)
      else statement.run(...values)
    }
  }

  /** A charge as the raw driver does it: two transactions, each synced to disk. */
  readonly charge = (charge: RawCharge): void => {
    for (const writes of charge) {
      this.begin()
      this.write(writes)
      this.commit()
    }
  }

  /** Writes so many in few transactions: for a file that has seen as much as another. */
  fill(charges: number): void {
    for (let done = 0; done < charges; done += perTransaction) {
      this.begin()
      for (let at = 0; at < Math.min(perTransaction, charges - done); at++) {
        for (const writes of this.prepare()) this.write(writes)
      }
      this.commit()
    }
  }

  /** Runs a statement on the same connection. */
  execute(sql: string, ...values: ReadonlyArray<unknown>): void {
    this.#statement(sql).run(...values)
  }

  close(): void {
    this.#db.close()
  }

  #run(sql: string): void {
    this.#statement(sql).run()
  }

  #statement(sql: string): Database.Statement {
    const known = this.#statements.get(sql) ?? this.#db.prepare(sql)
    this.#statements.set(sql, known)
    return known
  }

  /** New ids that sort behind all before, as the engine's do. */
  #renaming(): (text: string) => string {
    const names = new Map<string, string>()
    const made = this.#age === "old" ? ulidTime(momentOfOld(this.#charges++)) : "7000000000"
    for (const old of this.#own) {
      this.#counter += 1
      names.set(old, `${made}${String(this.#counter).padStart(16, "0")}`)
    }
    return (text) => text.replace(ulid, (id) => names.get(id) ?? id)
  }

  #write(change: Change, renamed: (text: string) => string): RawWrite {
    const table = change.collection.name
    const id = renamed(
      change._tag === "Insert" || change._tag === "Update" ? change.row.id : change.id
    )
    const place = "scope = ? AND id = ?"
    switch (change._tag) {
      case "Insert": {
        const columns = this.#columns(change)
        const names = ["scope", "id", "version", ...columns.map(({ name }) => name), "doc"]
        const places = names.map(() => "?").join()
        const sql = `INSERT INTO ${table} (${names.join()}) VALUES (${places})`
        const doc = renamed(change.collection.encode(change.row))
        const values = columns.map((column) => this.#renamedKey(column, renamed))
        return { statement: this.#statement(sql), values: [this.#scope, id, 1, ...values, doc] }
      }
      case "Update": {
        const columns = this.#columns(change).filter(({ name }) => !name.startsWith("key_"))
        const sets = [...columns.map(({ name }) => name), "version", "doc"]
        const sql = `UPDATE ${table} SET ${sets.map((n) => `${n} = ?`).join()} WHERE ${place}`
        const doc = renamed(change.collection.encode(change.row))
        const values = columns.map((column) => this.#renamedKey(column, renamed))
        const bound = [...values, change.version + 1, doc, this.#scope, id]
        return { statement: this.#statement(sql), values: bound }
      }
      case "Delete":
        return {
          statement: this.#statement(`DELETE FROM ${table} WHERE ${place}`),
          values: [this.#scope, id]
        }
      case "Check":
        return {
          statement: this.#statement(`SELECT version FROM ${table} WHERE ${place}`),
          values: [this.#scope, id]
        }
    }
  }

  #columns(change: Extract<Change, { readonly row: unknown }>) {
    const { collection, row } = change
    return [
      ...Object.entries(collection.indexes).map(([name, index]) => ({
        name: `by_${name}`,
        value: index.of(row)
      })),
      ...Object.entries(collection.unique).map(([name, key]) => ({
        name: `key_${name}`,
        value: key.of(row)
      })),
      ...(collection.name === "jobs" ? jobColumns(row) : [])
    ]
  }

  /** Unique keys hold ids, or what must be new each time too: idempotency keys and hashes. */
  #renamedKey(
    { name, value }: { readonly name: string; readonly value: unknown },
    renamed: (text: string) => string
  ): unknown {
    if (typeof value !== "string") return value
    const other = renamed(value)
    if (other !== value || !name.startsWith("key_")) return other
    // What is stored as a hash comes in no order, and so costs the driver another page.
    const fresh = `${value}-${this.#counter}`
    return keyHash.test(value) ? hash("sha256", fresh).slice(0, 32) : fresh
  }
}

const jobColumns = (row: object) => {
  const job = row as {
    readonly dueAt: number
    readonly leasedUntil: number | null
    readonly kind: string
  }
  return [
    { name: "due_at", value: job.dueAt },
    { name: "leased_until", value: job.leasedUntil },
    { name: "kind", value: job.kind }
  ]
}
