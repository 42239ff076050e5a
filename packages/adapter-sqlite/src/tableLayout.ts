import { type Collection, feedPart, type Job, JobCollection, type Row } from "@payloom/core"

/** A value in a column. */
export type Value = string | number | null

/** A column beside the row's text, which indexes use. */
export interface Column {
  readonly name: string
  readonly type: "TEXT" | "INTEGER"
  of(row: Row): Value
}

/** An index or a trigger. Its text is compared with the stored one to find changes. */
export interface SchemaObject {
  readonly type: "index" | "trigger"
  readonly name: string
  readonly sql: string
}

/** The table of a collection, with its columns, indexes and triggers. */
export interface TableLayout {
  /** The table's name, unquoted. */
  readonly name: string
  readonly columns: ReadonlyArray<Column>
  readonly objects: ReadonlyArray<SchemaObject>
}

/**
 * The prefix of the adapter's own indexes and triggers. Others on the same tables don't have it.
 */
export const ownPrefix = "payloom_"

/** Quotes a name for SQL. Throws for a name that a collection must not have. */
export const quoted = (name: string): string => {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) throw new Error(`not fit for a column: ${name}`)
  return `"${name}"`
}

/** Returns the column of a declared index. */
export const indexColumn = (index: string): string => `by_${index}`
/** Returns the column of a declared unique key. */
export const keyColumn = (key: string): string => `key_${key}`

/**
 * Returns the index of a list that filters by a declared index. Without one, the index of the ids.
 */
export const listIndex = (table: string, index: string | null): string =>
  quoted(`${ownPrefix}${table}_${index === null ? "id" : indexColumn(index)}`)

/** The names of the tables that belong to the adapter itself. */
export const ownTables: ReadonlySet<string> = new Set([
  "scopes",
  "collections",
  "sums",
  "sum_totals"
])

/** Returns the table of a collection's declaration. */
export const tableLayout = (of: Collection<Row>): TableLayout => {
  if (ownTables.has(of.name)) throw new Error(`the name ${of.name} is used by the adapter itself`)
  const jobs = of.name === JobCollection.name
  const columns: ReadonlyArray<Column> = [
    ...Object.entries(of.indexes).map(([index, declared]) =>
      textColumn(indexColumn(index), declared)
    ),
    ...Object.entries(of.unique).map(([key, declared]) => textColumn(keyColumn(key), declared)),
    ...(jobs ? jobColumns : []),
    ...feedColumns(of)
  ]
  const objects = [
    idIndex(of),
    ...Object.keys(of.indexes).map((index) => filterIndex(of.name, indexColumn(index))),
    ...Object.entries(of.unique).map(([key, { global }]) =>
      uniqueIndex(of.name, keyColumn(key), global === true)
    ),
    ...(jobs ? jobIndexes(of.name) : []),
    ...(of.appendOnly ? appendOnlyTriggers(of) : [])
  ]
  return { name: of.name, columns, objects }
}

/**
 * Returns SQL that creates a layout's table. The document is the last column, so that SQLite reads
 * the other columns without it.
 */
export const createTable = (layout: TableLayout): string => {
  const columns = layout.columns.map(({ name, type }) => `${quoted(name)} ${type}, `).join("")
  return `CREATE TABLE ${quoted(layout.name)} (
    scope INTEGER NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
    ${columns}doc TEXT NOT NULL)`
}

const textColumn = (name: string, declared: { of(row: Row): string | null }): Column => ({
  name,
  type: "TEXT",
  of: (row) => declared.of(row)
})

const index = (table: string, name: string, columns: string, unique: boolean, where = "") => {
  const full = `${ownPrefix}${table}_${name}`
  const kind = unique ? "UNIQUE INDEX" : "INDEX"
  const sql = `CREATE ${kind} ${quoted(full)} ON ${quoted(table)} (${columns})${where}`
  return { type: "index", name: full, sql } satisfies SchemaObject
}

// A sweep reads the oldest rows of every scope, so in sweepable tables the id comes first.
const idIndex = (of: Collection<Row>): SchemaObject =>
  index(of.name, "id", of.sweepable ? "id, scope" : "scope, id", true)

const filterIndex = (table: string, column: string): SchemaObject =>
  index(
    table,
    column,
    `scope, ${quoted(column)}, id`,
    false,
    ` WHERE ${quoted(column)} IS NOT NULL`
  )

const uniqueIndex = (table: string, column: string, global: boolean): SchemaObject => {
  const columns = global ? quoted(column) : `scope, ${quoted(column)}`
  return index(table, column, columns, true, ` WHERE ${quoted(column)} IS NOT NULL`)
}

/** The column of a row's part in its collection's feed. */
export const feedColumn = "feed_part"

// It has no index: a feed is read along the rows, so a commit writes no additional page.
const feedColumns = ({ feed }: Collection<Row>): ReadonlyArray<Column> =>
  feed === null ? [] : [{ name: feedColumn, type: "INTEGER", of: (row) => feedPart(feed.of(row)) }]

const jobColumn = (name: string, type: Column["type"], of: (job: Job) => Value): Column => ({
  name,
  type,
  of: (row) => of(row as Job)
})

const jobColumns: ReadonlyArray<Column> = [
  jobColumn("due_at", "INTEGER", (job) => job.dueAt),
  jobColumn("leased_until", "INTEGER", (job) => job.leasedUntil),
  jobColumn("kind", "TEXT", (job) => job.kind)
]

// The first index alone finds the due jobs of a kind, without passing jobs of other kinds. Few jobs
// are leased, so the second index stays small.
const jobIndexes = (table: string): ReadonlyArray<SchemaObject> => [
  index(table, "due", "kind, due_at, id, scope, leased_until", false),
  index(table, "leased", "leased_until, due_at, kind", false, " WHERE leased_until IS NOT NULL")
]

// INSERT OR REPLACE of another program deletes rows without firing the trigger on DELETE, so such
// an insert is refused as well.
const appendOnlyTriggers = (of: Collection<Row>): ReadonlyArray<SchemaObject> => {
  const table = quoted(of.name)
  const keys = Object.entries(of.unique).map(([key, { global }]) => {
    const column = quoted(keyColumn(key))
    return `${column} = NEW.${column}${global ? "" : " AND scope = NEW.scope"}`
  })
  const inTheWay = ["rowid = NEW.rowid", "scope = NEW.scope AND id = NEW.id", ...keys]
    .map((condition) => `EXISTS (SELECT 1 FROM ${table} WHERE ${condition})`)
    .join(" OR ")
  const refuse = (event: string, when = ""): SchemaObject => {
    const name = `${ownPrefix}${of.name}_no_${event.toLowerCase()}`
    const refusal = `BEGIN SELECT RAISE(ABORT, '${of.name} is append-only'); END`
    const sql = `CREATE TRIGGER ${quoted(name)} BEFORE ${event} ON ${table}${when} ${refusal}`
    return { type: "trigger", name, sql }
  }
  return [
    refuse("UPDATE", of.erasable.length === 0 ? "" : ` WHEN NOT (${erasesOnly(of)})`),
    refuse("DELETE"),
    refuse("INSERT", ` WHEN ${inTheWay}`)
  ]
}

/**
 * Returns the condition under which an update only erases: every value of the new document was in
 * the old one or is `[erased]` in an erasable field, nothing is lost outside of these fields, and
 * no other column changes.
 */
const erasesOnly = (of: Collection<Row>): string => {
  const declared = [
    ...Object.keys(of.indexes).map(indexColumn),
    ...Object.keys(of.unique).map(keyColumn)
  ]
  const unchanged = ["rowid", "scope", "id", ...declared.map(quoted)].map(
    (column) => `NEW.${column} IS OLD.${column}`
  )
  const inErasable = (path: string) => {
    const dotted = `replace(${path}, '[', '.') || '.'`
    // SQLite quotes names with an underscore in a path.
    const names = of.erasable.flatMap((key) => [key, quoted(key)])
    return `(${names.map((name) => `instr(${dotted}, '.${name}.') > 0`).join(" OR ")})`
  }
  return [
    ...unchanged,
    `NOT EXISTS (SELECT 1 FROM json_tree(NEW.doc) AS after WHERE NOT EXISTS (
       SELECT 1 FROM json_tree(OLD.doc) AS before WHERE before.fullkey = after.fullkey
       AND before.type = after.type AND (before.atom IS after.atom
         OR (after.atom = '[erased]' AND after.type = 'text'
           AND ${inErasable("after.fullkey")}))))`,
    `NOT EXISTS (SELECT 1 FROM json_tree(OLD.doc) AS before
       WHERE NOT ${inErasable("before.fullkey")}
       AND NOT EXISTS (SELECT 1 FROM json_tree(NEW.doc) AS after
         WHERE after.fullkey = before.fullkey))`
  ].join(" AND ")
}
