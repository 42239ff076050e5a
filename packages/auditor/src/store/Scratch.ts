import Database from "better-sqlite3"
import type { TextRow } from "../rows/RowSource.ts"
import type { Links } from "./linkOf.ts"

/** A row with the number of its family. */
export interface FamilyRow extends TextRow {
  readonly family: number
  readonly collection: string
}

/** The memory for pages of the temporary file, in KiB. */
const cacheKib = 64_000

/**
 * Sorts the rows of a store into families: rows that name each other, such as a subscription with
 * its payments and their events. The rows are in a temporary file, so only a page of them is in
 * memory.
 */
export class Scratch {
  // SQLite deletes a database without a name when it is closed.
  readonly #database = new Database("")
  readonly #insertRow: Database.Statement<[number, string, string, string, number, string]>
  readonly #insertName: Database.Statement<[string, string, string, number]>
  readonly #familyOf: Database.Statement<[string, string, string], number>
  readonly #parents = new Map<number, number>()
  #families = 0

  constructor() {
    this.#database.pragma("journal_mode = OFF")
    this.#database.pragma("synchronous = OFF")
    this.#database.pragma(`cache_size = -${cacheKib}`)
    this.#database.exec(
      `CREATE TABLE rows (family INTEGER NOT NULL, collection TEXT NOT NULL, tenant TEXT NOT NULL,
         mode TEXT NOT NULL, version INTEGER NOT NULL, text TEXT NOT NULL);
       CREATE TABLE names (id TEXT NOT NULL, tenant TEXT NOT NULL, mode TEXT NOT NULL,
         family INTEGER NOT NULL, PRIMARY KEY (id, tenant, mode)) WITHOUT ROWID`
    )
    this.#insertRow = this.#database.prepare("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?)")
    this.#insertName = this.#database.prepare("INSERT OR IGNORE INTO names VALUES (?, ?, ?, ?)")
    this.#familyOf = this.#database
      .prepare<[string, string, string], number>(
        "SELECT family FROM names WHERE id = ? AND tenant = ? AND mode = ?"
      )
      .pluck()
  }

  /** Adds rows of one collection, with the ids that relate them to others. */
  add(
    collection: string,
    rows: ReadonlyArray<{ readonly row: TextRow; readonly links: Links }>
  ): void {
    this.#database.transaction(() => {
      for (const { row, links } of rows) this.#addRow(collection, row, links)
    })()
  }

  #addRow(collection: string, { tenant, mode, version, text }: TextRow, links: Links): void {
    const family = this.#joined(tenant, mode, [...links.names, ...links.to])
    for (const name of new Set([...links.names, ...links.to])) {
      this.#insertName.run(name, tenant, mode, family)
    }
    this.#insertRow.run(family, collection, tenant, mode, version, text)
  }

  /** Returns the family of some ids. Joins the families that they were in. */
  #joined(tenant: string, mode: string, ids: ReadonlyArray<string>): number {
    let family: number | undefined
    for (const id of ids) {
      const found = this.#familyOf.get(id, tenant, mode)
      if (found === undefined) continue
      const own = this.#root(found)
      if (family === undefined) family = own
      else if (own !== family) this.#parents.set(own, family)
    }
    if (family !== undefined) return family
    this.#families += 1
    return this.#families
  }

  #root(family: number): number {
    let root = family
    for (let parent = this.#parents.get(root); parent !== undefined; ) {
      root = parent
      parent = this.#parents.get(root)
    }
    return root
  }

  /** Returns the number of rows. */
  get size(): number {
    return this.#database.prepare<[], number>("SELECT count(*) FROM rows").pluck().get() ?? 0
  }

  /** Returns all rows, family by family. Call it when all rows are there. */
  *families(): Generator<FamilyRow> {
    const join = this.#database.prepare("UPDATE rows SET family = ? WHERE family = ?")
    this.#database.exec("CREATE INDEX by_family ON rows (family)")
    this.#database.transaction(() => {
      for (const family of this.#parents.keys()) join.run(this.#root(family), family)
    })()
    yield* this.#database
      .prepare<[], FamilyRow>(
        "SELECT family, collection, tenant, mode, version, text FROM rows ORDER BY family"
      )
      .iterate()
  }

  /** Deletes the temporary file. */
  close(): void {
    this.#database.close()
  }
}
