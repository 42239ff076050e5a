import type { Collection, Row } from "@payloom/core"
import type { Connection, RowStatement } from "./Connection.ts"
import { FeedMap } from "./FeedMap.ts"
import { followCollection } from "./followCollection.ts"
import { KeptSums } from "./KeptSums.ts"
import { RowCache } from "./RowCache.ts"
import { keyColumn, quoted, type TableLayout, tableLayout } from "./tableLayout.ts"

/** A row in its stored form. */
export type RawRow = readonly [id: string, version: number, doc: string]

/** A row of any scope, with its scope's number. */
export type RawScopedRow = readonly [...RawRow, scope: number]

/** The statements that look rows up by one unique key. */
interface KeyStatements {
  readonly within: RowStatement<RawScopedRow>
  /** Null if the key is not global. */
  readonly anywhere: RowStatement<RawScopedRow> | null
}

/** The table of one collection. */
export class Table {
  readonly of: Collection<Row>
  readonly layout: TableLayout
  /** The table's name, quoted for SQL. */
  readonly name: string
  readonly cache: RowCache
  /** Null if the collection has no sums. */
  readonly sums: KeptSums | null
  /** Null if the collection has no feed. */
  readonly feedMap: FeedMap | null
  readonly #connection: Connection
  readonly #get: RowStatement<RawRow>
  readonly #byKey = new Map<string, KeyStatements>()

  /** Creates or updates the table. Don't call it inside a transaction. */
  constructor(connection: Connection, of: Collection<Row>) {
    this.of = of
    this.layout = tableLayout(of)
    this.name = quoted(of.name)
    for (const _ of followCollection(connection, of, this.layout));
    this.#connection = connection
    this.cache = new RowCache(connection)
    this.sums = keptSums(connection, of)
    this.feedMap = of.feed === null ? null : new FeedMap(connection, this.name)
    this.#get = connection.read(
      `SELECT id, version, doc FROM ${this.name} WHERE scope = ? AND id = ?`
    )
  }

  get(scope: number, id: string): RawRow | undefined {
    return this.#get.get([scope, id])
  }

  /**
   * Returns the row with a value of a unique key: in one scope, or in any scope for a global key.
   */
  findUnique(scope: number | "any", key: string, value: string): RawScopedRow | undefined {
    const statements = this.#byKey.get(key) ?? this.#prepareKey(key)
    if (scope !== "any") return statements.within.get([value, scope])
    if (statements.anywhere === null) throw new Error(`${this.of.name}.${key} is not a global key`)
    return statements.anywhere.get([value])
  }

  #prepareKey(key: string): KeyStatements {
    const unique = this.of.unique[key]
    if (unique === undefined) throw new Error(`${this.of.name} has no unique key ${key}`)
    const sql = `SELECT id, version, doc, scope FROM ${this.name}
      WHERE ${quoted(keyColumn(key))} = ?`
    const statements: KeyStatements = {
      within: this.#connection.read(`${sql} AND scope = ?`),
      anywhere: unique.global ? this.#connection.read(sql) : null
    }
    this.#byKey.set(key, statements)
    return statements
  }

  /** Deletes the oldest rows of all scopes below an id. Returns how many. */
  sweep(idBefore: string, limit: number): number {
    const { name, sweepable, appendOnly } = this.of
    if (!sweepable || appendOnly) throw new Error(`${name} may not be swept`)
    this.cache.clear()
    return this.#connection
      .write(
        `DELETE FROM ${this.name} WHERE rowid IN
           (SELECT rowid FROM ${this.name} WHERE id < ? ORDER BY id LIMIT ?)`
      )
      .run([idBefore, Math.max(limit, 0)]).changes
  }
}

const keptSums = (connection: Connection, of: Collection<Row>): KeptSums | null => {
  if (Object.keys(of.sums).length === 0) return null
  if (!of.appendOnly) throw new Error(`${of.name} has sums and is not append-only`)
  return new KeptSums(connection, of)
}
