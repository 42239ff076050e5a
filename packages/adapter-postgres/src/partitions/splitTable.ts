import type { Session } from "../Database.ts"
import { erasureGuards, guards } from "../guards.ts"
import { number, sql, text } from "../Statement.ts"
import type { Table } from "../Table.ts"
import type { TableLayout } from "../tableLayout.ts"
import type { Partitioning } from "./Partitioning.ts"
import {
  type Part,
  partCreation,
  partName,
  range,
  sequenceOf,
  uniqueGuard
} from "./partitionSql.ts"

const checkName = "payloom_before"

/**
 * Returns the statement that adds a check that all rows are before the first bound. Without it the
 * split would read all rows while nobody else can.
 */
export const splitCheck = ({ table }: TableLayout, first: string): string =>
  `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${checkName},
   ADD CONSTRAINT ${checkName} CHECK (id < '${first}') NOT VALID`

/**
 * Returns the statement that reads all rows for this check. Others may read and write meanwhile.
 */
export const splitValidation = ({ table }: TableLayout): string =>
  `ALTER TABLE ${table} VALIDATE CONSTRAINT ${checkName}`

/** Finds the tables with the check of a split that did not take place. Parameter: the schema. */
export const leftChecks = `SELECT conrelid::regclass FROM pg_constraint
  JOIN pg_class ON pg_class.oid = conrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname = $1 AND conname = '${checkName}' AND NOT relispartition`

/** Returns the statement that removes this check. */
export const splitCheckRemoval = (table: string): string =>
  `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${checkName}`

/**
 * Splits a table within a transaction. The table becomes the first partition of a new table with
 * its name. No row is copied.
 */
export const splitTable = async (
  { rows }: Session,
  { of, layout }: Table,
  bounds: ReadonlyArray<string>,
  { nameOf }: Pick<Partitioning, "nameOf">
): Promise<void> => {
  const { table } = layout
  const [first = "", ...others] = bounds
  const before = { name: partName(table, "before"), from: null, to: first }
  const run = async (statements: ReadonlyArray<string>): Promise<void> => {
    for (const statement of statements) await rows(sql(statement))
  }
  // From here on, all others wait.
  await run([`ALTER TABLE ${table} RENAME TO ${unqualified(before.name)}`])
  const next = layout.ownColumns.length === 0 ? null : await nextNumber({ rows }, before.name)
  await run([
    ...layout.indexes.map(
      ({ name }) => `ALTER INDEX ${schemaOf(table)}.${name} RENAME TO ${beforeOf(name)}`
    ),
    `DROP TRIGGER IF EXISTS payloom_no_change ON ${before.name}`,
    ...(next === null ? [] : sequence(table, before.name, next)),
    `CREATE TABLE ${table} (LIKE ${before.name} INCLUDING DEFAULTS) PARTITION BY RANGE (id)`,
    `ALTER TABLE ${table} ADD PRIMARY KEY (tenant, mode, id)`,
    ...(next === null ? [] : [`ALTER SEQUENCE ${sequenceOf(table)} OWNED BY ${table}.feed_seq`]),
    ...layout.indexes
      .filter(({ unique }) => !unique)
      .map(({ name, definition }) => `CREATE INDEX ${name} ON ${table} ${definition}`),
    `ALTER TABLE ${table} ATTACH PARTITION ${before.name} ${range(before)}`,
    `ALTER TABLE ${before.name} DROP CONSTRAINT IF EXISTS ${checkName}`,
    ...(layout.appendOnly ? guards(schemaOf(table), layout) : []),
    ...(layout.erasable === undefined
      ? []
      : erasureGuards(schemaOf(table), table, layout.erasable)),
    ...uniqueGuard(layout, of)
  ])
  const parts = [first, ...others].map(
    (from, nth): Part => ({
      name: partName(table, others.length === nth ? "after" : nameOf(from)),
      from,
      to: others[nth] ?? null
    })
  )
  for (const part of parts) await run(partCreation(layout, part))
}

/** Returns the next number of the rows' order. */
const nextNumber = async ({ rows }: Pick<Session, "rows">, table: string): Promise<number> => {
  const [named] = await rows(sql("SELECT pg_get_serial_sequence($1, 'feed_seq')", [table]))
  const [line] = await rows(
    sql(`SELECT last_value + CASE WHEN is_called THEN 1 ELSE 0 END FROM ${text(named, 0)}`)
  )
  return number(line, 0)
}

/** An identity column can't be in a partition of PostgreSQL 16 and older. A sequence takes over. */
const sequence = (table: string, before: string, next: number): ReadonlyArray<string> => [
  `ALTER TABLE ${before} ALTER feed_seq DROP IDENTITY`,
  `CREATE SEQUENCE ${sequenceOf(table)} START ${next}`,
  `ALTER TABLE ${before} ALTER feed_seq SET DEFAULT nextval('${sequenceOf(table)}')`
]

const beforeOf = (index: string): string => `${index.slice(0, -1)}$before"`

const schemaOf = (table: string): string => table.slice(0, table.indexOf("."))

const unqualified = (name: string): string => name.slice(name.indexOf(".") + 1)
