import type { Collection, Row } from "@payloom/core"
import type { Session } from "../Database.ts"
import { sql, text } from "../Statement.ts"
import { addition, keyColumn, type TableLayout } from "../tableLayout.ts"

/** A partition of a table. */
export interface Part {
  /** The partition's name with its schema, quoted for SQL. */
  readonly name: string
  /** The first id. Null in the partition without a lower bound. */
  readonly from: string | null
  /** The id after the last one. Null in the partition without an upper bound. */
  readonly to: string | null
}

/** Returns the name of a partition. No collection has a name with this character. */
export const partName = (table: string, suffix: string): string =>
  `${table.slice(0, -1)}$${suffix}"`

/**
 * Returns the partitions of a table in the order of their ids. Empty if it has none. The cast to
 * text has the server look the name up when the statement runs. A parameter of the type regclass is
 * looked up before, and may then be the table that another process has just renamed.
 */
export const partsOf = async (
  { rows }: Pick<Session, "rows">,
  table: string
): Promise<ReadonlyArray<Part>> => {
  const found = await rows(
    sql(
      `SELECT quote_ident(nspname) || '.' || quote_ident(relname),
         pg_get_expr(relpartbound, pg_class.oid)
       FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
       JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE inhparent = $1::text::regclass`,
      [table]
    )
  )
  return found
    .map((line) => {
      const [from, to] = /FROM \((.+)\) TO \((.+)\)/.exec(text(line, 1))?.slice(1) ?? []
      return { name: text(line, 0), from: boundOf(from), to: boundOf(to) }
    })
    .toSorted((one, other) => ((one.from ?? "") < (other.from ?? "") ? -1 : 1))
}

const boundOf = (written = ""): string | null =>
  written.startsWith("'") ? written.slice(1, -1) : null

/** Returns the sequence of the rows' order, in a table that has no identity column. */
export const sequenceOf = (table: string): string => partName(table, "feed_seq")

/** The definition of an identity column. */
export const identity = /GENERATED .* AS IDENTITY/

/**
 * Returns the statements that add a column to a table with partitions. An identity column can't be
 * in a partition of PostgreSQL 16 and older, so it gets a sequence.
 */
export const additionToSplit = (table: string, column: string): ReadonlyArray<string> =>
  identity.test(column)
    ? [
        `CREATE SEQUENCE ${sequenceOf(table)}`,
        addition(table, column.replace(identity, `DEFAULT nextval('${sequenceOf(table)}')`)),
        `ALTER SEQUENCE ${sequenceOf(table)} OWNED BY ${table}.feed_seq`
      ]
    : [addition(table, column)]

/** Returns the bounds of a partition as SQL. */
export const range = ({ from, to }: Pick<Part, "from" | "to">): string =>
  `FOR VALUES FROM (${bound(from, "MINVALUE")}) TO (${bound(to, "MAXVALUE")})`

const bound = (id: string | null, otherwise: string): string => {
  if (id === null) return otherwise
  if (!/^\w+$/.test(id)) throw new Error(`not fit for a bound: ${id}`)
  return `'${id}'`
}

/** Returns the statements that create an empty partition. */
export const partCreation = (layout: TableLayout, part: Part): ReadonlyArray<string> => [
  `CREATE TABLE ${part.name} PARTITION OF ${layout.table} ${range(part)}`,
  ...partGuards(layout, part.name)
]

/**
 * Returns the statements for rules that a partition does not have from its table. A unique index of
 * the table would have to contain the id, so each partition has one of its own.
 */
const partGuards = (layout: TableLayout, name: string): ReadonlyArray<string> => [
  ...layout.indexes
    .filter(({ unique }) => unique)
    .map(({ definition }) => `CREATE UNIQUE INDEX ON ${name} ${definition}`),
  ...(layout.appendOnly
    ? [
        `REVOKE UPDATE, DELETE, TRUNCATE ON ${name} FROM PUBLIC, CURRENT_USER`,
        `CREATE TRIGGER payloom_no_truncate BEFORE TRUNCATE ON ${name}
         FOR EACH STATEMENT EXECUTE FUNCTION ${schemaOf(name)}.refuse_change()`
      ]
    : [])
]

const schemaOf = (table: string): string => table.slice(0, table.indexOf("."))

/**
 * Returns the statements of a trigger that keeps unique keys over all partitions. Transactions with
 * the same key run one after the other: each waits for a lock of the key, and then sees the row of
 * the one before. A transaction of another isolation would not see that row, so it is refused.
 */
export const uniqueGuard = (layout: TableLayout, of: Collection<Row>): ReadonlyArray<string> => {
  const keys = Object.entries(of.unique)
  if (keys.length === 0) return []
  const { table } = layout
  const checks = keys.map(([key, { global }]) => keyCheck(table, keyColumn(key), global === true))
  const routine = partName(table, "unique")
  return [
    `CREATE OR REPLACE FUNCTION ${routine}() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF current_setting('transaction_isolation') <> 'read committed' THEN
         RAISE EXCEPTION 'a table with partitions needs the isolation level read committed'
           USING ERRCODE = 'feature_not_supported';
       END IF;
       ${checks.join("\n")}
       RETURN NEW;
     END $$`,
    `DROP TRIGGER IF EXISTS payloom_unique ON ${table}`,
    `CREATE TRIGGER payloom_unique BEFORE INSERT OR UPDATE ON ${table}
     FOR EACH ROW EXECUTE FUNCTION ${routine}()`
  ]
}

const keyCheck = (table: string, column: string, isGlobal: boolean): string => {
  const scope = isGlobal
    ? ""
    : `tenant = NEW.tenant COLLATE "POSIX" AND mode = NEW.mode COLLATE "POSIX" AND`
  const locked = isGlobal ? "''" : `NEW.tenant || ' ' || NEW.mode || ' '`
  const look = `IF EXISTS (SELECT 1 FROM ${table} WHERE ${scope} ${column} = NEW.${column}) THEN
           RAISE EXCEPTION 'the key is taken in another partition' USING ERRCODE = '23505';
         END IF;`
  return `IF NEW.${column} IS NOT NULL
         AND (TG_OP = 'INSERT' OR OLD.${column} IS DISTINCT FROM NEW.${column}) THEN
         PERFORM pg_advisory_xact_lock(hashtextextended(
           '${table} ${column} ' || ${locked} || NEW.${column}, 0));
         ${isGlobal ? seeingAll(look) : look}
       END IF;`
}

/** Row-level security would hide the rows of other tenants, which may have a global key. */
const seeingAll = (work: string): string =>
  `DECLARE
     before text = coalesce(current_setting('payloom.all', true), '');
   BEGIN
     PERFORM set_config('payloom.all', 'on', true);
     ${work}
     PERFORM set_config('payloom.all', before, true);
   END;`
