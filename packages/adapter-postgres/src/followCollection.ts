import { createHash } from "node:crypto"
import { type Collection, NewerDocument, type Row } from "@payloom/core"
import { additionToDistributed } from "./citus/orderSql.ts"
import type { Session } from "./Database.ts"
import { erasureGuards, guards } from "./guards.ts"
import { PostgresRefused } from "./PostgresRefused.ts"
import { additionToSplit, partsOf, uniqueGuard } from "./partitions/partitionSql.ts"
import { type Line, number, sql, text } from "./Statement.ts"
import { type Table, UnreadableRow } from "./Table.ts"
import { addition, type TableLayout } from "./tableLayout.ts"

const batchSize = 500

/**
 * Creates a collection's table, or updates it to the collection's declaration, within a
 * transaction. Adds missing columns and indexes, and fills them from the stored rows. Fills all
 * columns anew if the collection's documents have a newer version.
 */
export const followCollection = async (
  session: Session,
  schemaName: string,
  schema: string,
  table: Table
): Promise<void> => {
  const { rows } = session
  const { of, layout } = table
  const stored = await storedVersion(session, schemaName, schema, of)
  const isThere = (await rows(sql("SELECT to_regclass($1)", [layout.table])))[0]?.[0] !== null
  if (!isThere) {
    await rows(sql(creation(layout)))
    if (layout.appendOnly) for (const each of guards(schema, layout)) await rows(sql(each))
  }
  const lacking = isThere ? await addColumns(session, table) : []
  const isOutdated = isThere && stored < of.version
  if (lacking.length > 0 || isOutdated)
    await fill(session, schemaName, table, isOutdated ? layout.columns : lacking)
  if (layout.erasable !== undefined)
    for (const each of erasureGuards(schema, layout.table, layout.erasable)) await rows(sql(each))
  await addIndexes(session, table)
  await rows(
    sql(
      `INSERT INTO ${schema}.collections VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET version = excluded.version, layout = excluded.layout`,
      [of.name, of.version, fingerprintOf(layout)]
    )
  )
}

/** Returns the tables that differ from their collections' declarations. */
export const outdated = async (
  { rows }: Session,
  schema: string,
  tables: ReadonlyArray<Table>
): Promise<ReadonlyArray<Table>> => {
  const kept = await rows(sql(`SELECT name, version, layout FROM ${schema}.collections`))
  return tables.filter(
    ({ of, layout }) =>
      !kept.some(
        (line) =>
          text(line, 0) === of.name &&
          number(line, 1) === of.version &&
          text(line, 2) === fingerprintOf(layout)
      )
  )
}

const fingerprintOf = (layout: TableLayout): string =>
  createHash("sha256").update(JSON.stringify(layout)).digest("hex")

/** Returns the version of a collection's documents in a schema. Version 1 was not stored. */
const storedVersion = async (
  { rows }: Session,
  schemaName: string,
  schema: string,
  { name, version }: Collection<Row>
): Promise<number> => {
  const [line] = await rows(
    sql(`SELECT version FROM ${schema}.collections WHERE name = $1`, [name])
  )
  const stored = line === undefined ? 1 : number(line, 0)
  if (stored <= version) return stored
  const detail = `its ${name} are of version ${stored}, but this release knows ${version}`
  throw new PostgresRefused({ reason: "newer_schema", schema: schemaName, detail })
}

const creation = (layout: TableLayout): string => {
  const columns = [
    'tenant text COLLATE "C" NOT NULL',
    'mode text COLLATE "C" NOT NULL',
    'id text COLLATE "C" NOT NULL',
    "version integer NOT NULL",
    ...layout.columns.map(({ name, type }) => `${name} ${type}`),
    ...layout.ownColumns,
    "doc json NOT NULL",
    "PRIMARY KEY (tenant, mode, id)"
  ]
  return `CREATE TABLE ${layout.table} (${columns.join(", ")})`
}

/**
 * Adds missing indexes to a table. If the table has partitions, each has its own unique indexes,
 * and a trigger compares them.
 */
const addIndexes = async (session: Session, { of, layout }: Table): Promise<void> => {
  const { rows } = session
  const parts = await partsOf(session, layout.table)
  for (const { name, definition, unique } of layout.indexes) {
    if (unique && parts.length > 0) continue
    const kind = unique ? "UNIQUE INDEX" : "INDEX"
    await rows(sql(`CREATE ${kind} IF NOT EXISTS ${name} ON ${layout.table} ${definition}`))
  }
  for (const part of parts) {
    for (const { definition } of layout.indexes.filter(({ unique }) => unique)) {
      const known = await rows(
        sql(
          `SELECT 1 FROM pg_index WHERE indrelid = $1::regclass AND indisunique
             AND pg_get_expr(indpred, indrelid) = $2`,
          [part.name, /WHERE (.+)$/.exec(definition)?.[1]?.replace(/^(.+)$/, "($1)") ?? null]
        )
      )
      if (known.length === 0) {
        await rows(sql(`CREATE UNIQUE INDEX ON ${part.name} ${definition}`))
      }
    }
  }
  if (parts.length > 0) for (const each of uniqueGuard(layout, of)) await rows(sql(each))
}

/** Adds missing columns to a table. Returns those that have to be filled. */
const addColumns = async (session: Session, { layout, mayMove }: Table) => {
  const { rows } = session
  const { table, columns, ownColumns } = layout
  const isSplit = (await partsOf(session, table)).length > 0
  const found = await rows(
    sql(
      "SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0",
      [table]
    )
  )
  const present = new Set(found.map((line) => text(line, 0).replaceAll('"', "")))
  const isMissing = (name: string) => !present.has(name.replaceAll('"', ""))
  for (const column of ownColumns) {
    const [name = ""] = column.split(" ")
    if (!isMissing(name)) continue
    const additions = isSplit ? additionToSplit(table, column) : [addition(table, column)]
    for (const each of mayMove ? additionToDistributed(layout, column) : additions) {
      await rows(sql(each))
    }
  }
  const lacking = columns.filter(({ name }) => isMissing(name))
  for (const { name, type } of lacking) {
    await rows(sql(addition(table, `${name} ${type}`)))
  }
  return lacking
}

/** Fills columns of all rows of a table from their documents, in batches. */
const fill = async (
  { rows }: Session,
  schema: string,
  { of, columns: read, layout: { table } }: Table,
  columns: TableLayout["columns"]
): Promise<void> => {
  const set = columns.map(({ name }) => `${name} = filled.${name}`).join(", ")
  const names = columns.map(({ name }) => name)
  const types = columns.map(({ type }, at) => `$${at + 4}::${type.split(" ")[0]}[]`)
  let last: Line = ["", "", ""]
  if (of.appendOnly) {
    await rows(sql(`GRANT UPDATE ON ${table} TO CURRENT_USER`))
    await rows(sql(`ALTER TABLE ${table} DISABLE TRIGGER payloom_no_change`))
  }
  for (;;) {
    const found = await rows(
      sql(
        `SELECT ${read}, tenant, mode, id FROM ${table}
         WHERE (tenant, mode, id) > ($1, $2, $3) ORDER BY tenant, mode, id LIMIT ${batchSize}`,
        last.map((each) => each ?? "")
      )
    )
    const decoded = found.map((line) => decodedOf(schema, of, line))
    if (columns.length > 0 && found.length > 0) {
      await rows(
        sql(
          `UPDATE ${table} AS row SET ${set}
           FROM unnest($1::text[], $2::text[], $3::text[], ${types.join(", ")})
             AS filled (tenant, mode, id, ${names.join(", ")})
           WHERE row.tenant = filled.tenant AND row.mode = filled.mode AND row.id = filled.id`,
          [
            ...[-3, -2, -1].map((at) => found.map((line) => line.at(at) ?? null)),
            ...columns.map((column) =>
              decoded.map((row) => {
                const value = column.of(row)
                return value === null ? null : String(value)
              })
            )
          ]
        )
      )
    }
    if (found.length < batchSize) break
    last = (found.at(-1) ?? []).slice(-3)
  }
  if (of.appendOnly) {
    await rows(sql(`ALTER TABLE ${table} ENABLE TRIGGER payloom_no_change`))
    await rows(sql(`REVOKE UPDATE ON ${table} FROM CURRENT_USER`))
  }
}

const decodedOf = (schema: string, of: Collection<Row>, line: Line): Row => {
  try {
    return of.decode(text(line, 1))
  } catch (cause) {
    const isNewer = cause instanceof NewerDocument
    const { message: detail } = isNewer ? cause : new UnreadableRow(of, cause)
    const reason = isNewer ? "newer_schema" : "not_upgradable"
    throw new PostgresRefused({ reason, schema, detail, cause })
  }
}
