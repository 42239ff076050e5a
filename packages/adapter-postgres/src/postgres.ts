import {
  type Collection,
  collections as engineCollections,
  type Row,
  Storage,
  StorageUnavailable
} from "@payloom/core"
import { Effect, Layer } from "effect"
import pg from "pg"
import { Database } from "./Database.ts"
import { DriverFailed } from "./DriverFailed.ts"
import { Notifications } from "./Notifications.ts"
import { PostgresRefused } from "./PostgresRefused.ts"
import { makePostgresStorage } from "./postgresStorage.ts"
import { number, sql, text } from "./Statement.ts"
import { Tables } from "./Tables.ts"

/** Where the database is, and what an embedder may tune. */
export interface PostgresOptions {
  /**
   * Where it is, such as `postgres://user:password@host/database`; or the application's own pool.
   */
  readonly connection: string | pg.Pool
  /** The schema that holds the tables, and nothing else; `payloom` unless told. */
  readonly schema?: string
  /** How many connections there may be at once, where no pool is given; 10 unless told. */
  readonly maxConnections?: number
  /**
   * How long a question may wait for a connection, and then for its answer, in milliseconds; 10,000
   * unless told. What takes longer is `StorageUnavailable`.
   */
  readonly timeoutMs?: number
  /**
   * Whether the database itself keeps tenants apart: a query that forgets whose rows it is about
   * finds none. It binds the engine too, so the role must be no superuser. As the tables have it,
   * unless told; change it while no other process is connected.
   */
  readonly rowLevelSecurity?: boolean
  /**
   * Whether processes wake each other, by `NOTIFY`: one connection of each that runs workers
   * listens then. True unless told; without it, and behind a pooler that lends a connection for one
   * transaction, workers find what others left to do at their next look (`pollMs`).
   */
  readonly listen?: boolean
  /**
   * Whose tables are made or brought up to date at once, all of the engine's unless told; others
   * are on first use.
   */
  readonly collections?: ReadonlyArray<Collection<Row>>
}

/**
 * Storage in a schema of a PostgreSQL database, 14 or newer. A commit that succeeded is durable as
 * the server's `synchronous_commit` says. Several processes may use one schema at once.
 *
 * Closes its connections with the layer; a pool that was given stays open. Fails with
 * `PostgresRefused` where only a person can help, with `StorageUnavailable` where the server does
 * not answer.
 *
 * ```ts
 * const storage = postgres({ connection: "postgres://localhost/shop" })
 * ```
 */
export const postgres = (
  options: PostgresOptions
): Layer.Layer<Storage, StorageUnavailable | PostgresRefused> =>
  Layer.effect(
    Storage,
    Effect.map(
      Effect.acquireRelease(open(options), ({ close }) => Effect.promise(close)),
      ({ storage }) => storage
    )
  )

const open = (options: PostgresOptions) =>
  Effect.tryPromise({
    try: () => opened(options),
    catch: (cause) => openingFailure(options.schema ?? defaultSchema, cause)
  })

const defaultSchema = "payloom"

const opened = async (options: PostgresOptions) => {
  const { schema = defaultSchema, collections = engineCollections } = options
  assertOptions(options)
  const { pool, close } = poolOf(options)
  try {
    const database = new Database(pool, options.timeoutMs ?? defaultTimeoutMs)
    await assertServer(database, schema)
    const tables = new Tables(database, schema, options.rowLevelSecurity)
    await tables.prepare(collections)
    const storage = makePostgresStorage(database, tables)
    const wakeUps =
      options.listen === false ? {} : { wakeUps: new Notifications(pool, database, schema) }
    return { storage: { ...storage, ...wakeUps }, close }
  } catch (cause) {
    await close()
    throw cause
  }
}

const defaultTimeoutMs = 10_000

const poolOf = ({
  connection,
  maxConnections = 10,
  timeoutMs = defaultTimeoutMs
}: PostgresOptions) => {
  if (typeof connection !== "string") return { pool: connection, close: async () => {} }
  const pool = new pg.Pool({
    connectionString: connection,
    max: maxConnections,
    connectionTimeoutMillis: timeoutMs,
    statement_timeout: timeoutMs,
    // Whoever doesn't hear that we are gone must not keep our rows locked.
    idle_in_transaction_session_timeout: timeoutMs,
    fallback_application_name: "payloom"
  })
  // A connection that breaks while nobody uses it is replaced when one is needed.
  pool.on("error", ignored)
  // Nor does one matter that the server breaks while it is being closed, or with the very answer
  // that made it ready.
  pool.on("connect", (client) => client.on("error", ignored))
  return { pool, close: () => pool.end() }
}

const ignored = () => undefined

const assertOptions = ({
  connection,
  schema,
  maxConnections,
  timeoutMs
}: PostgresOptions): void => {
  const refused = (detail: string) =>
    new PostgresRefused({
      reason: "options_invalid",
      schema: String(schema ?? defaultSchema),
      detail
    })
  const isPool = typeof connection === "object" && typeof connection?.connect === "function"
  if (!isPool && (typeof connection !== "string" || connection.trim() === "")) {
    throw refused("connection must be an address, such as postgres://host/database, or a pool")
  }
  if (schema !== undefined && !/^[a-z][a-z0-9_]{0,39}$/.test(schema)) {
    throw refused("schema must be 1 to 40 lower-case letters, digits or _, a letter first")
  }
  for (const [name, value] of Object.entries({ maxConnections, timeoutMs })) {
    if (value !== undefined && !(Number.isInteger(value) && value > 0)) {
      throw refused(`${name} must be a whole number of at least 1`)
    }
  }
}

const oldestServer = 140_000

/** Refuses a server that is too old, or that answers before a commit is durable. */
const assertServer = async (database: Database, schema: string): Promise<void> => {
  const [line] = await database.rows(
    sql(`SELECT current_setting('server_version_num'), current_setting('synchronous_commit'),
      current_setting('fsync'), current_setting('server_version')`)
  )
  const refused = (reason: PostgresRefused["reason"], detail: string) =>
    new PostgresRefused({ reason, schema, detail })
  if (number(line, 0) < oldestServer) {
    throw refused(
      "old_server",
      `the server is PostgreSQL ${text(line, 3)}, and it takes 14 or newer`
    )
  }
  if (text(line, 1) === "off") throw refused("not_durable", "synchronous_commit is off")
  if (text(line, 2) === "off") throw refused("not_durable", "fsync is off")
}

/** The server's own reasons that a person has to see to: authentication, names and grants. */
const personal = /^(28|3D|42501)/

const openingFailure = (schema: string, cause: unknown): PostgresRefused | StorageUnavailable => {
  if (cause instanceof PostgresRefused) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  const state = cause instanceof DriverFailed ? (cause.sqlState ?? "") : ""
  if (personal.test(state)) {
    return new PostgresRefused({ reason: "not_accessible", schema, detail: reason, cause })
  }
  if (/^(23|42)/.test(state)) {
    return new PostgresRefused({ reason: "not_upgradable", schema, detail: reason, cause })
  }
  return new StorageUnavailable({ cause })
}
