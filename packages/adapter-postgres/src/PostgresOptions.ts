import type { Collection, Row } from "@payloom/core"
import type pg from "pg"

/** The options of {@link postgres}: the database, and settings. */
export interface PostgresOptions {
  /**
   * The address, such as `postgres://user:password@host/database`, or the application's own pool.
   */
  readonly connection: string | pg.Pool
  /** The schema for the tables. It must not contain other tables. Default: `payloom`. */
  readonly schema?: string
  /** The largest number of connections, if no pool is given. Default: 10. */
  readonly maxConnections?: number
  /**
   * The time limit for getting a connection, and then for each answer, in milliseconds. Default:
   * 10,000. Calls that take longer fail with `StorageUnavailable`.
   */
  readonly timeoutMs?: number
  /**
   * How long opening is retried while the server can't be reached, is starting, or is a standby
   * that may be promoted, in milliseconds. Default: 30,000. With 0 there is one try. Then opening
   * fails with `StorageUnavailable`.
   */
  readonly openTimeoutMs?: number
  /**
   * True if the database itself separates tenants: a query that doesn't name its tenant finds no
   * rows. The engine is bound by it too, so its role must not be a superuser. By default the tables
   * stay as they are. Change it while no other process is connected.
   */
  readonly rowLevelSecurity?: boolean
  /**
   * True if processes wake each other with `NOTIFY`. One connection of each process that runs
   * workers then listens. By default it listens on a direct connection to the server, but not
   * behind a pooler that lends connections. `true` means that the pooler keeps sessions. With
   * `false` nobody is woken. Without notifications, workers find the jobs of other processes at
   * their next poll (`pollMs`).
   */
  readonly listen?: boolean
  /**
   * True if statements are prepared once per connection, with names. By default they are if the
   * connection leads to the server itself, or to a pooler that keeps names, as PgBouncer 1.21 and
   * newer can. Set `true` for a pooler that keeps sessions, because that can't be detected.
   */
  readonly namedStatements?: boolean
  /**
   * `"monthly"` if the tables of events, webhook deliveries, idempotency keys and notifications are
   * split by month. Existing tables are split when the storage is opened, while other processes use
   * them. Old rows are then dropped with their month instead of one by one. By default the tables
   * stay as they are. Tables that are split stay split without the option.
   */
  readonly partitions?: "monthly"
  /**
   * The number of whole months before the present one whose events are kept, at least 2. Older
   * events are dropped, whether they were read or not. Needs `partitions`. Default: all are kept.
   */
  readonly eventRetentionMonths?: number
  /**
   * True if Citus distributes the schema, so that all of its tables are on one node. `connection`
   * is then the address of the coordinator, and every node has the same user, password and
   * database. Tables are changed on the coordinator. All else goes to the node, which is found
   * again after `citus_schema_move`. A schema that doesn't exist is created on one of the nodes.
   * Default: false.
   */
  readonly citus?: boolean
  /**
   * The collections whose tables are created or updated when the storage is opened. Default: all
   * collections of the engine and of its modules. Tables of other collections are created on
   * first use.
   */
  readonly collections?: ReadonlyArray<Collection<Row>>
  /**
   * If false, the schema is opened only as it is. A missing schema is refused with `no_store`
   * instead of being created, and the schema of another release with `other_release` instead of
   * being upgraded. For tools beside a running engine. Default: true.
   */
  readonly upgrade?: boolean
}

/** The default schema. */
export const defaultSchema = "payloom"
