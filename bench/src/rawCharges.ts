import type Database from "better-sqlite3"
import { openRawFile } from "./openRawFile.ts"
import type { RawChange, RecordedCommits } from "./RecordedCommits.ts"

/** A statement with its values. */
interface RawWrite {
  readonly statement: Database.Statement
  readonly values: ReadonlyArray<unknown>
}

/** The two commits of a charge, ready to run. */
export type RawCharge = ReadonlyArray<ReadonlyArray<RawWrite>>

const perTransaction = 2000

/**
 * Writes what the engine writes with the raw driver: the same rows into the same tables. It repeats
 * a recorded charge with new ids. All work is prepared before the clock starts, so only the driver
 * is timed.
 */
export class RawCharges {
  readonly #db: Database.Database
  readonly #commits: RecordedCommits
  readonly #statements = new Map<string, Database.Statement>()
  readonly #earlier: number
  readonly #scope: number

  /**
   * Opens the file. The first `earlier` commits create the rows that the other commits change. They
   * are written before the clock starts.
   */
  constructor(file: string, commits: RecordedCommits, earlier = 0) {
    this.#db = openRawFile(file)
    this.#commits = commits
    this.#earlier = earlier
    const { tenant, mode } = commits.scope
    const found = this.#db
      .prepare("SELECT id FROM scopes WHERE tenant = ? AND mode = ?")
      .get(tenant, mode) as { readonly id: number }
    this.#scope = found.id
  }

  /** Prepares this many charges: copies of the recorded charge with new ids. */
  ready(count: number): ReadonlyArray<RawCharge> {
    this.begin()
    const made = Array.from({ length: count }, () => this.#prepare())
    this.commit()
    return made
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

  /** Writes a charge in two transactions, each synced to disk. */
  readonly charge = (charge: RawCharge): void => {
    for (const writes of charge) {
      this.begin()
      this.write(writes)
      this.commit()
    }
  }

  /** Writes this many charges in a few transactions, so that files have the same size. */
  fill(charges: number): void {
    for (let done = 0; done < charges; done += perTransaction) {
      this.begin()
      for (let at = 0; at < Math.min(perTransaction, charges - done); at++) {
        for (const writes of this.#prepare()) this.write(writes)
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

  #prepare(): RawCharge {
    const again = this.#commits.again().map((changes) => changes.map((made) => this.#write(made)))
    for (const writes of again.slice(0, this.#earlier)) this.write(writes)
    return again.slice(this.#earlier)
  }

  #run(sql: string): void {
    this.#statement(sql).run()
  }

  #statement(sql: string): Database.Statement {
    const known = this.#statements.get(sql) ?? this.#db.prepare(sql)
    this.#statements.set(sql, known)
    return known
  }

  #write({ tag, table, id, version, columns, doc }: RawChange): RawWrite {
    const place = "scope = ? AND id = ?"
    const names = columns.map(({ name }) => name)
    const values = columns.map(({ value }) => value)
    switch (tag) {
      case "Insert": {
        const all = ["scope", "id", "version", ...names, "doc"]
        const places = all.map(() => "?").join()
        const sql = `INSERT INTO ${table} (${all.join()}) VALUES (${places})`
        return {
          statement: this.#statement(sql),
          values: [this.#scope, id, version, ...values, doc]
        }
      }
      case "Update": {
        const sets = [...names, "version", "doc"]
        const sql = `UPDATE ${table} SET ${sets.map((n) => `${n} = ?`).join()} WHERE ${place}`
        return {
          statement: this.#statement(sql),
          values: [...values, version, doc, this.#scope, id]
        }
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
}
