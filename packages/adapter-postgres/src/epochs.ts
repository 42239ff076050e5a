import { epochOf, type Home, homeFunctions, homeGuard } from "./citus/home.ts"
import type { Session } from "./Database.ts"
import { number, sql } from "./Statement.ts"
import type { Table } from "./Table.ts"
import { isOrdered } from "./tableLayout.ts"

/** Reads the last transaction of each part of a feed, or of all rows if they are only summed. */
const lastOfEach = ({ of, layout: { table } }: Table): string =>
  of.feed === null
    ? `(SELECT feed_xid FROM ${table} WHERE feed_epoch = $1
        ORDER BY feed_epoch DESC, feed_xid DESC LIMIT 1)`
    : `(SELECT last.feed_xid FROM generate_series(0, 15) AS part CROSS JOIN LATERAL (
          SELECT feed_xid FROM ${table} WHERE feed_part = part AND feed_epoch = $1
          ORDER BY feed_epoch DESC, feed_xid DESC LIMIT 1) AS last)`

/** The schema of the tables, as a name and quoted for SQL. */
export interface SchemaName {
  readonly name: string
  readonly schema: string
}

/**
 * Starts a new epoch if needed. Transaction numbers order rows only on the server that assigned
 * them. After a dump is restored, rows may have numbers that this server has yet to assign. After
 * Citus has moved the schema, another node assigns them. Then new rows get a new epoch, so they
 * come after the old ones. Runs in the transaction that opens a schema.
 */
export const keepEpoch = async (
  session: Session,
  { name, schema }: SchemaName,
  tables: ReadonlyArray<Table>,
  home: Home | null
): Promise<void> => {
  const { rows } = session
  const [line] = await rows(sql(`SELECT coalesce(max(epoch), 0) FROM ${schema}.feeds`))
  const last = number(line, 0)
  const isNew = home?.isKept === false || (await hasForeignRows(session, tables, last))
  const next = home === null ? last + 1 : epochOf(last, home)
  const epoch = isNew ? next : last
  if (isNew) await rows(sql(`INSERT INTO ${schema}.feeds VALUES ($1)`, [epoch]))
  if (home !== null) return guardOnCitus(session, { name, schema })
  for (const [table] of await rows(sql(outdatedDefaults, [name, `${epoch}`]))) {
    await rows(sql(`ALTER TABLE ${table} ALTER COLUMN feed_epoch SET DEFAULT ${epoch}`))
  }
}

/** Creates the functions and triggers that check the node of new rows, if they are missing. */
const guardOnCitus = async ({ rows }: Session, { name, schema }: SchemaName): Promise<void> => {
  const lacking = await rows(sql(unguarded, [name]))
  const [known] = await rows(sql("SELECT to_regprocedure($1)", [`${schema}.at_home(integer)`]))
  if (known?.[0] === null) for (const each of homeFunctions(schema)) await rows(sql(each))
  for (const [table] of lacking) {
    await rows(sql(homeGuard(schema, table ?? "")))
  }
}

const hasForeignRows = async (
  { rows }: Session,
  tables: ReadonlyArray<Table>,
  epoch: number
): Promise<boolean> => {
  const lasts = tables
    .filter(({ of }) => isOrdered(of))
    .map(lastOfEach)
    .join(" UNION ALL ")
  if (lasts === "") return false
  const [foreign] = await rows(
    sql(
      `SELECT 1 FROM (${lasts}) AS last (xid)
       WHERE xid >= pg_snapshot_xmax(pg_current_snapshot()) LIMIT 1`,
      [epoch]
    )
  )
  return foreign !== undefined
}

/** Finds the tables whose rows have an epoch, except partitions. */
const tablesWithEpoch = `SELECT attrelid::regclass FROM pg_attribute
  JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)
    AND relkind IN ('r', 'p') AND NOT relispartition AND attname = 'feed_epoch'`

/** Finds the tables whose new rows would get another epoch. */
const outdatedDefaults = `${tablesWithEpoch} AND NOT EXISTS (
  SELECT 1 FROM pg_attrdef WHERE adrelid = attrelid AND adnum = attnum
    AND pg_get_expr(adbin, adrelid) = $2)`

/** Finds the tables that don't check the node of their new rows. */
const unguarded = `${tablesWithEpoch} AND NOT EXISTS (
  SELECT 1 FROM pg_trigger WHERE tgrelid = attrelid AND tgname = 'payloom_at_home')`
