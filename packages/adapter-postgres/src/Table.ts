import {
  type Collection,
  JobCollection,
  NewerDocument,
  type Row,
  reasonOf,
  type Scope,
  type Stored,
  storedRow,
  withoutSecrets
} from "@payloom/core"
import { indexedText } from "./indexedText.ts"
import { type Line, number, ofAll, type Statement, sql, text, within } from "./Statement.ts"
import { indexedScope, keyColumn, type TableLayout, tableLayout } from "./tableLayout.ts"
import { type TableSql, tableSql } from "./tableSql.ts"

/**
 * A row's text is damaged, or an upgrade step fails on it. This is a defect. The message names the
 * row.
 */
export class UnreadableRow extends Error {
  constructor(of: Collection<Row>, cause: unknown) {
    const reason = reasonOf(cause)
    const told = withoutSecrets(reason).replace(/\.$/, "")
    super(`a row of ${of.name} can't be read: ${told}`, { cause })
  }
}

/** The number of a row's columns, before the columns that a statement adds. */
export const rowWidth = 4

/** The table of one collection, and the statements that read it. */
export class Table {
  readonly of: Collection<Row>
  readonly layout: TableLayout
  /** The columns of a row in a `SELECT`. */
  readonly columns: string
  readonly texts: TableSql
  /** True if Citus may move it to another node. */
  readonly mayMove: boolean

  constructor(schema: string, of: Collection<Row>, mayMove = false) {
    this.of = of
    this.mayMove = mayMove
    this.layout = tableLayout(schema, of)
    // A claim changes only a job's lease column, not its document.
    const lease = of.name === JobCollection.name ? "leased_until" : "NULL"
    this.columns = `version, doc, ${lease}, id`
    this.texts = tableSql(this.layout, this.columns, of)
  }

  get({ tenant, mode }: Scope, id: string): Statement {
    return within(tenant, sql(this.texts.get, [indexedText(tenant), mode, indexedText(id)]))
  }

  /** Returns a line if the row exists. */
  has({ tenant, mode }: Scope, id: string): Statement {
    return within(tenant, sql(this.texts.has, [indexedText(tenant), mode, indexedText(id)]))
  }

  getMany({ tenant, mode }: Scope, ids: ReadonlyArray<string>): Statement {
    const values = [indexedText(tenant), mode, ids.map(indexedText)]
    return within(tenant, sql(this.texts.getMany, values))
  }

  /** Returns the row with a value of a unique key, followed by its scope. */
  holder(scope: Scope | "any", key: string, value: string): Statement {
    const unique = this.of.unique[key]
    if (unique === undefined) throw new Error(`${this.of.name} has no unique key ${key}`)
    if (scope === "any" && unique.global !== true) {
      throw new Error(`${this.of.name}.${key} is not a global key`)
    }
    const found = `SELECT ${this.columns}, tenant, mode FROM ${this.layout.table}
      WHERE ${keyColumn(key)} = $1`
    if (scope === "any") return ofAll(sql(found, [indexedText(value)]))
    const { tenant, mode } = scope
    const values = [indexedText(value), indexedText(tenant), mode]
    return within(tenant, sql(`${found} AND ${indexedScope("$2", "$3")}`, values))
  }

  /** Deletes the oldest rows of all scopes below an id. Returns a line for each deleted row. */
  sweep(idBefore: string, limit: number): Statement {
    const { table } = this.layout
    return ofAll(
      sql(
        `DELETE FROM ${table} WHERE (tenant, mode, id) IN (
           SELECT tenant, mode, id FROM ${table} WHERE id < $1
           ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING 1`,
        [indexedText(idBefore), Math.max(limit, 0)]
      )
    )
  }
}

/** Decodes the row of a line that begins with a table's columns. */
export const storedIn = <R extends Row>(
  of: Collection<R>,
  { tenant, mode }: Scope,
  line: Line
): Stored<R> => {
  const row = decoded(of, text(line, 1))
  const lease = line[2] ?? null
  const own = of.name === JobCollection.name ? withLease(row, lease) : row
  return storedRow({ tenant, mode }, own, number(line, 0))
}

/** Decodes the row of a line whose scope follows the columns. */
export const storedWithScope = <R extends Row>(of: Collection<R>, line: Line): Stored<R> =>
  storedIn(of, scopeOf(line), line)

/** Returns the scope that follows a row's columns. */
export const scopeOf = (line: Line): Scope => scopeAt(line, rowWidth)

/** Returns the scope in two columns. */
export const scopeAt = (line: Line, column: number): Scope => ({
  tenant: text(line, column),
  mode: text(line, column + 1) === "live" ? "live" : "test"
})

const decoded = <R extends Row>(of: Collection<R>, doc: string): R => {
  try {
    return of.decode(doc)
  } catch (cause) {
    throw cause instanceof NewerDocument ? cause : new UnreadableRow(of, cause)
  }
}

const withLease = <R extends Row>(job: R, leasedUntil: string | null): R => ({
  ...job,
  leasedUntil: leasedUntil === null ? null : Number(leasedUntil)
})
