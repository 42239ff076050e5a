import type { Collection, Row } from "@payloom/core"
import type pg from "pg"

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
   * For how long opening is tried while the server can't be reached, is starting, or is a standby
   * that may be promoted, in milliseconds; 30,000 unless told. With 0 it is tried once. Then it
   * is `StorageUnavailable`.
   */
  readonly openTimeoutMs?: number
  /**
   * True if the database itself keeps tenants apart: a query that forgets whose rows it is about
   * finds none. It binds the engine too, so the role must be no superuser. As the tables have it,
   * unless told; change it while no other process is connected.
   */
  readonly rowLevelSecurity?: boolean
  /**
   * True if processes wake each other, by `NOTIFY`: one connection of each that runs workers
   * listens then. Unless told, it does on a direct connection to the server, and not behind a
   * pooler that lends connections. `true` says that the pooler keeps sessions. With `false` nobody
   * is woken. Without a wake-up workers find what others left to do at their next look (`pollMs`).
   */
  readonly listen?: boolean
  /**
   * True if statements are prepared once per connection, by names. Unless told, they are if the
   * connection leads to the server itself, or to a pooler that keeps names as PgBouncer 1.21 and
   * newer can. `true` is for a pooler that keeps sessions, and can't be found out.
   */
  readonly namedStatements?: boolean
  /**
   * Whose tables are made or brought up to date at once, all of the engine's unless told; others
   * are on first use.
   */
  readonly collections?: ReadonlyArray<Collection<Row>>
}

/** The schema of those who name none. */
export const defaultSchema = "payloom"
