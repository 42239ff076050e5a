import { type Collection, feedPart, type Job, JobCollection, type Row } from "@payloom/core"
import { indexedText } from "./indexedText.ts"
import type { Value } from "./Statement.ts"

/** A column beside the row's document, which indexes use. */
interface Column {
  readonly name: string
  readonly type: 'text COLLATE "C"' | "bigint" | "smallint"
  of(row: Row): Value
}

/** An index. */
interface Index {
  readonly name: string
  /** The part after its name in `CREATE INDEX`. */
  readonly definition: string
  readonly unique: boolean
}

/** The table of a collection, with its columns and indexes. */
export interface TableLayout {
  /** The table's name with its schema, quoted for SQL. */
  readonly table: string
  readonly columns: ReadonlyArray<Column>
  /** Columns that the database fills by itself, with their types and defaults. */
  readonly ownColumns: ReadonlyArray<string>
  readonly indexes: ReadonlyArray<Index>
  readonly appendOnly: boolean
  /** The fields of an append-only table whose texts may be erased. Absent if there are none. */
  readonly erasable?: ReadonlyArray<string>
}

/** Quotes a name for SQL. Throws for a name that a collection must not have. */
export const quoted = (name: string): string => {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) throw new Error(`not fit for a column: ${name}`)
  return `"${name}"`
}

/** Returns the column of a declared index. */
export const indexColumn = (index: string): string => quoted(`by_${index}`)
/** Returns the column of a declared unique key. */
export const keyColumn = (key: string): string => quoted(`key_${key}`)

/** Returns the statement that adds a column to a table. */
export const addition = (table: string, column: string): string =>
  `ALTER TABLE ${table} ADD COLUMN ${column}`

/**
 * Returns a condition for the rows of a scope, by the parameters of tenant and mode. It uses the
 * collation "POSIX", which orders like "C" but isn't the primary key's. Without statistics,
 * PostgreSQL takes all indexes that begin with the scope to be equally good, and might read all
 * rows of a scope by the primary key.
 */
export const indexedScope = (tenant: string, mode: string): string =>
  `tenant = ${tenant} COLLATE "POSIX" AND mode = ${mode} COLLATE "POSIX"`

const scopeColumns = 'tenant COLLATE "POSIX", mode COLLATE "POSIX"'

/** Names that tables of collections can't have. */
const ownTables: ReadonlySet<string> = new Set([
  "migrations",
  "scopes",
  "collections",
  "feeds",
  "sums",
  "sum_totals"
])

/** Returns true if rows have a place in the order of commits, because they have a feed or sums. */
export const isOrdered = ({ feed, sums }: Collection<Row>): boolean =>
  feed !== null || Object.keys(sums).length > 0

/** The columns of a row's place in the order of commits. */
export const placeColumns = "feed_epoch, feed_xid, feed_seq"

/** Returns the table of a collection's declaration, in a schema by its quoted name. */
export const tableLayout = (schema: string, of: Collection<Row>): TableLayout => {
  if (ownTables.has(of.name)) throw new Error(`the name ${of.name} is used by the adapter itself`)
  const isOfJobs = of.name === JobCollection.name
  return {
    table: `${schema}.${quoted(of.name)}`,
    columns: [
      ...Object.entries(of.indexes).map(([index, each]) => textColumn(indexColumn(index), each)),
      ...Object.entries(of.unique).map(([key, each]) => textColumn(keyColumn(key), each)),
      ...(isOfJobs ? jobColumns : []),
      ...feedColumns(of)
    ],
    ownColumns: isOrdered(of) ? orderColumns : [],
    indexes: [
      ...Object.keys(of.indexes).map((index) =>
        filledIndex(of, indexColumn(index), (column) => `${scopeColumns}, ${column}, id`)
      ),
      ...Object.entries(of.unique).map(([key, { global }]) => ({
        ...filledIndex(of, keyColumn(key), (column) =>
          global === true ? column : `${scopeColumns}, ${column}`
        ),
        unique: true
      })),
      ...(of.sweepable ? [index(of, "id", "(id)")] : []),
      ...(isOfJobs ? jobIndexes(of) : []),
      ...(of.feed === null ? [] : [index(of, "feed", `(feed_part, ${placeColumns})`)]),
      ...(Object.keys(of.sums).length === 0 ? [] : [index(of, "order", `(${placeColumns})`)])
    ],
    appendOnly: of.appendOnly,
    ...(of.erasable.length === 0 ? {} : { erasable: of.erasable })
  }
}

const textColumn = (name: string, declared: { of(row: Row): string | null }): Column => ({
  name,
  type: 'text COLLATE "C"',
  of: (row) => {
    const value = declared.of(row)
    return value === null ? null : indexedText(value)
  }
})

const index = (of: Collection<Row>, name: string, definition: string): Index => ({
  name: quoted(`payloom_${of.name}_${name}`),
  definition,
  unique: false
})

const filledIndex = (of: Collection<Row>, column: string, columns: (column: string) => string) =>
  index(of, column.slice(1, -1), `(${columns(column)}) WHERE ${column} IS NOT NULL`)

const feedColumns = ({ feed }: Collection<Row>): ReadonlyArray<Column> =>
  feed === null
    ? []
    : [{ name: quoted("feed_part"), type: "smallint", of: (row) => feedPart(feed.of(row)) }]

const orderColumns: ReadonlyArray<string> = [
  "feed_epoch integer NOT NULL DEFAULT 0",
  "feed_xid xid8 NOT NULL DEFAULT pg_current_xact_id()",
  "feed_seq bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY"
]

const jobColumn = (name: string, type: Column["type"], of: (job: Job) => Value): Column => ({
  name: quoted(name),
  type,
  of: (row) => of(row as Job)
})

const jobColumns: ReadonlyArray<Column> = [
  jobColumn("due_at", "bigint", (job) => job.dueAt),
  jobColumn("leased_until", "bigint", (job) => job.leasedUntil),
  jobColumn("kind", 'text COLLATE "C"', (job) => job.kind)
]

// The first index finds the due jobs of a kind without passing jobs of other kinds. Few jobs are
// leased, so the second index stays small.
const jobIndexes = (of: Collection<Row>): ReadonlyArray<Index> => [
  index(of, "due", "(kind, due_at, id, tenant, mode)"),
  index(of, "leased", "(kind, leased_until) WHERE leased_until IS NOT NULL")
]
