import type { Ended } from "./Batch.ts"
import type { Session } from "./Database.ts"
import { PostgresRefused } from "./PostgresRefused.ts"
import { type Sight, type Statement, sql, text } from "./Statement.ts"

/** Tables without a tenant column. */
const common = ["migrations", "collections", "feeds", "sums"]

/** Returns a statement that sets which rows a transaction may see, until it ends. */
const seeing = (sees: Sight): Statement =>
  sees === "all"
    ? sql("SELECT set_config('payloom.tenant', '', true), set_config('payloom.all', 'on', true)")
    : sql("SELECT set_config('payloom.tenant', $1, true), set_config('payloom.all', '', true)", [
        sees.tenant
      ])

const isSame = (one: Sight | undefined, other: Sight): boolean =>
  one === other ||
  (typeof one === "object" && typeof other === "object" && one.tenant === other.tenant)

/**
 * Returns a statement before each one that may see other rows than the one before. Null for others.
 */
const openings = (statements: ReadonlyArray<Statement>): ReadonlyArray<Statement | null> => {
  let now: Sight | undefined
  return statements.map(({ sees }) => {
    if (sees === undefined || isSame(now, sees)) return null
    now = sees
    return seeing(sees)
  })
}

/** Returns the statements of a batch, each after the statement that sets which rows it may see. */
export const secured = (statements: ReadonlyArray<Statement>): ReadonlyArray<Statement> => {
  const before = openings(statements)
  return statements.flatMap((statement, nth) => {
    const opening = before[nth] ?? null
    return opening === null ? [statement] : [opening, statement]
  })
}

/** Returns the answers of the batch's own statements. */
export const answersTo = (
  statements: ReadonlyArray<Statement>,
  answers: Ended["answers"]
): Ended["answers"] => {
  const isOwn = openings(statements).flatMap((opening) =>
    opening === null ? [true] : [false, true]
  )
  return answers.filter((_, nth) => isOwn[nth])
}

/** Lets a transaction see all rows, whatever its statements say. */
export const seeAll = seeing("all")

/**
 * Turns row-level security on or off for the tables of a schema, within a transaction. If `wanted`
 * is undefined, it stays as it is. Returns true if it is on.
 */
export const secureTables = async (
  { rows }: Session,
  name: string,
  wanted: boolean | undefined
): Promise<boolean> => {
  const tables = (
    await rows(
      sql(
        `SELECT quote_ident(nspname) || '.' || quote_ident(relname),
           relrowsecurity AND relforcerowsecurity
         FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
         WHERE nspname = $1 AND relkind IN ('r', 'p') AND relname <> ALL ($2)`,
        [name, common]
      )
    )
  ).map((line) => ({ table: text(line, 0), isSecured: text(line, 1) === "t" }))
  const isWanted = wanted ?? tables.some(({ isSecured }) => isSecured)
  if (isWanted) await assertSubject({ rows }, name)
  for (const { table, isSecured } of tables) {
    if (isSecured === isWanted) continue
    for (const statement of isWanted ? securing(table) : unsecuring(table)) {
      await rows(sql(statement))
    }
  }
  return isWanted
}

/** Returns true if row-level security is on for a table. */
export const isSecuredTable = async (
  { rows }: Pick<Session, "rows">,
  table: string
): Promise<boolean> => {
  const [line] = await rows(
    sql("SELECT relrowsecurity FROM pg_class WHERE oid = $1::text::regclass", [table])
  )
  return text(line, 0) === "t"
}

/** Returns the statements that turn row-level security on for a table. */
export const securing = (table: string): ReadonlyArray<string> => [
  `DROP POLICY IF EXISTS payloom_tenant ON ${table}`,
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY payloom_tenant ON ${table} USING (${mayBeSeen})`
]

const unsecuring = (table: string): ReadonlyArray<string> => [
  `DROP POLICY IF EXISTS payloom_tenant ON ${table}`,
  `ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY`
]

const mayBeSeen = `tenant = current_setting('payloom.tenant', true)
  OR current_setting('payloom.all', true) = 'on'`

/** Refuses a role that row-level security doesn't apply to. */
const assertSubject = async ({ rows }: Pick<Session, "rows">, schema: string): Promise<void> => {
  const [line] = await rows(
    sql("SELECT rolname FROM pg_roles WHERE rolname = current_user AND (rolsuper OR rolbypassrls)")
  )
  if (line === undefined) return
  const remedy = "connect as a role that is not a superuser and lacks BYPASSRLS"
  const detail = `rowLevelSecurity does not apply to the role ${text(line, 0)}: ${remedy}`
  throw new PostgresRefused({ reason: "options_invalid", schema, detail })
}
