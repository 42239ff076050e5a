import type { Session } from "./Database.ts"
import { PostgresRefused } from "./PostgresRefused.ts"
import { number, sql } from "./Statement.ts"

/**
 * What the adapter itself keeps, in the order it came to be. Only ever append: a schema says how
 * many of them it has been through. Tables of collections aren't made here, they follow their
 * declarations.
 */
const migrations = (schema: string): ReadonlyArray<string> => [
  `CREATE TABLE ${schema}.scopes (
     tenant text COLLATE "C" NOT NULL, mode text COLLATE "C" NOT NULL, PRIMARY KEY (tenant, mode))`,
  `CREATE TABLE ${schema}.collections (
     name text PRIMARY KEY, version integer NOT NULL, layout text NOT NULL)`,
  `CREATE TABLE ${schema}.feeds (epoch integer PRIMARY KEY)`,
  `CREATE TABLE ${schema}.sums (
     collection text NOT NULL, name text NOT NULL, version integer NOT NULL, position text NOT NULL,
     PRIMARY KEY (collection, name))`,
  `CREATE TABLE ${schema}.sum_totals (
     tenant text COLLATE "C" NOT NULL, mode text COLLATE "C" NOT NULL,
     collection text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL,
     key text COLLATE "C" NOT NULL, place text COLLATE "C" NOT NULL, amount numeric NOT NULL,
     PRIMARY KEY (tenant, mode, collection, name, key, place))`,
  `CREATE FUNCTION ${schema}.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
     END $$`
]

/** Holds others back that make or change the same schema, until the transaction is over. */
const lock = (schema: string) =>
  sql("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`payloom ${schema}`])

/**
 * Brings the adapter's own tables up to date, within a transaction: makes the schema where there is
 * none; refuses one of another program, or of a newer release.
 */
export const migrate = async ({ rows }: Session, name: string, schema: string): Promise<void> => {
  await rows(lock(name))
  const refused = (reason: PostgresRefused["reason"], detail: string) =>
    new PostgresRefused({ reason, schema: name, detail })
  const tables = (
    await rows(sql("SELECT tablename FROM pg_tables WHERE schemaname = $1", [name]))
  ).map(([table]) => table)
  if (!tables.includes("migrations") && tables.length > 0) {
    throw refused(
      "foreign",
      `it has tables of another program (${tables.slice(0, 3).join(", ")}); give it one of its own`
    )
  }
  if (!tables.includes("migrations")) {
    const [known] = await rows(sql("SELECT 1 FROM pg_namespace WHERE nspname = $1", [name]))
    if (known === undefined) await rows(sql(`CREATE SCHEMA ${schema}`))
    await rows(sql(`CREATE TABLE ${schema}.migrations (version integer NOT NULL)`))
    await rows(sql(`INSERT INTO ${schema}.migrations VALUES (0)`))
  }
  const all = migrations(schema)
  const [line] = await rows(sql(`SELECT version FROM ${schema}.migrations`))
  const version = number(line, 0)
  if (version > all.length) {
    throw refused(
      "newer_schema",
      `its schema is version ${version}, this release knows ${all.length}`
    )
  }
  for (const migration of all.slice(version)) await rows(sql(migration))
  if (version < all.length)
    await rows(sql(`UPDATE ${schema}.migrations SET version = ${all.length}`))
}
