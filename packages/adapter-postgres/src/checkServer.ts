import type { Database } from "./Database.ts"
import type { PostgresOptions } from "./PostgresOptions.ts"
import { PostgresRefused } from "./PostgresRefused.ts"
import { number, sql, text } from "./Statement.ts"

const oldestServer = 140_000

/**
 * Refuses a server that is too old, that only allows reads, or that writes nothing to its disk in
 * time. Settings that differ between connections are checked for each of them.
 */
export const checkServer = async (
  database: Database,
  schema: string,
  { citus = false }: Pick<PostgresOptions, "citus"> = {}
): Promise<void> => {
  const refused = (reason: PostgresRefused["reason"], detail: string) =>
    new PostgresRefused({ reason, schema, detail })
  await database.use(async ({ rows }) => {
    const [line] = await rows(sql(settings, [`"${schema}".at_home(integer)`]))
    if (number(line, 0) < oldestServer) {
      throw refused(
        "old_server",
        `the server is PostgreSQL ${text(line, 2)}, but 14 or newer is required`
      )
    }
    if (text(line, 1) === "off") throw refused("not_durable", "fsync is off")
    if (text(line, 3) === "on") {
      const source = `it is set by: ${text(line, 4)}`
      const detail = `default_transaction_read_only is on, so nothing can be written (${source})`
      throw refused("read_only", detail)
    }
    if (text(line, 5) === "t" && !citus) {
      const remedy = "set citus to true, and connection to the address of the coordinator"
      throw refused("options_invalid", `Citus distributes the schema: ${remedy}`)
    }
  })
}

const settings = `SELECT current_setting('server_version_num'),
  current_setting('fsync'), current_setting('server_version'), setting, source,
  to_regprocedure($1) IS NOT NULL
  FROM pg_settings WHERE name = 'default_transaction_read_only'`
