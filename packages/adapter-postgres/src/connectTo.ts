import pg from "pg"
import { type ConnectionSource, sourceOf } from "./ConnectionSource.ts"
import { Connections } from "./Connections.ts"
import { type NodeAddress, NodePool } from "./citus/NodePool.ts"
import { Database } from "./Database.ts"
import type { PostgresOptions } from "./PostgresOptions.ts"
import { watchUses } from "./poolUses.ts"

/** The connections of a storage. */
interface Connected {
  readonly connections: Connections
  readonly database: Database
  /** The coordinator, if Citus distributes the schema. */
  readonly coordinator: Database | null
  readonly close: () => Promise<void>
}

const defaultTimeoutMs = 10_000

const keepAliveAfterMs = 10_000

/** The number of connections to a coordinator. It only creates tables and finds nodes. */
const toCoordinator = 2

/**
 * Prepares the connections of a storage. Opens none. `findHome` finds the node of a schema that
 * Citus distributes.
 */
export const connectTo = (
  options: PostgresOptions,
  findHome: (coordinator: Database) => Promise<NodeAddress>
): Connected => {
  const { connection, maxConnections = 10 } = options
  if (typeof connection !== "string") {
    const connections = connectionsOf(options, sourceOf(watchUses(connection)))
    return connectedBy(connections, null, async () => {})
  }
  if (options.citus !== true) {
    const pool = poolTo(options, connection, maxConnections)
    return connectedBy(connectionsOf(options, sourceOf(pool)), null, () => pool.end())
  }
  const pool = poolTo(options, connection, Math.min(maxConnections, toCoordinator))
  const coordinator = new Database(connectionsOf(options, sourceOf(pool)))
  const nodes = new NodePool({
    maxConnections,
    find: () => findHome(coordinator),
    poolTo: (node) => poolTo(options, addressAt(connection, node), maxConnections)
  })
  return connectedBy(connectionsOf(options, nodes), coordinator, async () => {
    await nodes.end()
    await pool.end()
  })
}

const connectedBy = (
  connections: Connections,
  coordinator: Database | null,
  close: () => Promise<void>
): Connected => ({
  connections,
  database: new Database(connections, coordinator !== null),
  coordinator,
  close
})

const connectionsOf = (options: PostgresOptions, source: ConnectionSource): Connections =>
  new Connections(source, {
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    // A pool that was given has settings of its own.
    boundsServer: typeof options.connection === "string",
    namedStatements: options.namedStatements
  })

const poolTo = (
  { timeoutMs = defaultTimeoutMs }: PostgresOptions,
  connectionString: string,
  max: number
): pg.Pool =>
  watchUses(
    new pg.Pool({
      connectionString,
      max,
      connectionTimeoutMillis: timeoutMs,
      // The system finds out that the other side of an idle connection is gone.
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
      // Poolers refuse most other settings here.
      fallback_application_name: "payloom"
    })
  )

/** Returns the address with another host and port. */
const addressAt = (connection: string, { host, port }: NodeAddress): string => {
  const address = new URL(connection)
  address.hostname = host.includes(":") ? `[${host}]` : host
  address.port = `${port}`
  // The driver prefers these to the host and the port.
  address.searchParams.delete("host")
  address.searchParams.delete("port")
  return address.href
}
