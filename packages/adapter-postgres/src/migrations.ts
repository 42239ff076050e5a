import type { Session } from "./Database.ts"
import { PostgresRefused } from "./PostgresRefused.ts"
import { number, type Statement, sql } from "./Statement.ts"

/**
 * The adapter's own tables, as a list of migrations. Only append to it: a schema stores the number
 * of migrations that it has. Tables of collections are not created here but from their
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

/** Locks the schema against others that create or change it, until the transaction ends. */
export const lockOf = (schema: string): Statement =>
  sql("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`payloom ${schema}`])

/** Returns the refusal of a schema that would have to be upgraded. */
export const otherRelease = (name: string): PostgresRefused =>
  new PostgresRefused({
    reason: "other_release",
    schema: name,
    detail: "another release has written it: use the tools of that release"
  })

const newerSchema = (name: string, version: number, known: number): PostgresRefused =>
  new PostgresRefused({
    reason: "newer_schema",
    schema: name,
    detail: `its schema is version ${version}, but this release knows ${known}`
  })

/** Refuses a schema whose own tables are not those of this release. Changes nothing. */
export const assertMigrated = async (
  { rows }: Session,
  name: string,
  schema: string
): Promise<void> => {
  const [found] = await rows(sql("SELECT to_regclass($1)::text", [`${schema}.migrations`]))
  if (found?.[0] === null || found === undefined) {
    const detail = "no engine has used this database yet"
    throw new PostgresRefused({ reason: "no_store", schema: name, detail })
  }
  const [line] = await rows(sql(`SELECT version FROM ${schema}.migrations`))
  const version = number(line, 0)
  const known = migrations(schema).length
  if (version > known) throw newerSchema(name, version, known)
  if (version < known) throw otherRelease(name)
}

/**
 * Updates the adapter's own tables within a transaction. Creates the schema if it is missing.
 * Refuses the schema of another program or of a newer release.
 */
export const migrate = async ({ rows }: Session, name: string, schema: string): Promise<void> => {
  await rows(lockOf(name))
  const refused = (reason: PostgresRefused["reason"], detail: string) =>
    new PostgresRefused({ reason, schema: name, detail })
  const tables = (
    await rows(sql("SELECT tablename FROM pg_tables WHERE schemaname = $1", [name]))
  ).map(([table]) => table)
  if (!tables.includes("migrations") && tables.length > 0) {
    throw refused(
      "foreign",
      `it has tables of another program (${tables.slice(0, 3).join(", ")}): use a schema of its own`
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
  if (version > all.length) throw newerSchema(name, version, all.length)
  for (const migration of all.slice(version)) await rows(sql(migration))
  if (version < all.length)
    await rows(sql(`UPDATE ${schema}.migrations SET version = ${all.length}`))
}
