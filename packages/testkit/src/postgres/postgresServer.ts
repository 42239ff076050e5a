/**
 * Real PostgreSQL servers for tests, of the programs that this machine has, and what goes wrong
 * with them. Node only.
 *
 * @packageDocumentation
 */
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { PostgresCluster, replicaName, type Settings } from "./PostgresCluster.ts"
import { ProxiedSockets } from "./ProxiedSockets.ts"
import { programs } from "./postgresPrograms.ts"

/** A real server of a test's own, on a free port of this machine. */
export interface PostgresServer {
  /** The address of its database, as clients take it: `postgres://…`. */
  readonly address: string
  /** Makes another database of it, which is empty; answers that one's address. */
  readonly newDatabase: () => Promise<string>
  /**
   * Ends it and starts it again, at the same address: `fast` in an orderly way, in which whoever is
   * connected is told so; `killed` all of its processes at once, as after a failure of the power.
   */
  readonly restart: (how: "fast" | "killed") => Promise<void>
  /** Ends it, and deletes all that it stored. */
  readonly stop: () => Promise<void>
}

/** Whether PostgreSQL is installed here: `initdb` and `postgres`, on the PATH or by Debian. */
export const hasPostgres = programs() !== null

/**
 * Starts a server on a fresh data folder, with settings such as `{ max_connections: "50" }`. It
 * runs as the process's own user; for root, who may run none, as `postgres` or `nobody`. Rejects
 * where PostgreSQL is not installed, see `hasPostgres`, or doesn't start.
 *
 * @example
 * ```ts
 * const server = await startPostgres()
 * const storage = postgres({ connection: server.address })
 * await server.stop()
 * ```
 */
export const startPostgres = async (settings: Settings = {}): Promise<PostgresServer> => {
  const cluster = await PostgresCluster.start(settings)
  return {
    address: cluster.address,
    newDatabase: () => cluster.newDatabase(),
    restart: async (how) => {
      await (how === "fast" ? cluster.stop() : cluster.kill())
      await cluster.start()
    },
    stop: async () => {
      await cluster.stop()
      cluster.remove()
    }
  }
}

/** A server with a replica that has every commit before it is answered. */
export interface ReplicatedPostgres {
  /** Of the server that is the primary now: another one after each promotion. */
  readonly address: string
  /** Of its replica, which takes no writes until it is promoted. */
  readonly standby: string
  /**
   * Kills the primary, all of its processes at once, and makes its replica the primary, which
   * `address` names from then on. Resolves once that has a replica in its turn; until then it
   * answers no commit.
   */
  readonly promote: () => Promise<void>
  /** Ends both, and deletes all that they stored. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a server, and another that follows it as its synchronous replica. Both have these
 * settings. Takes `pg_basebackup`, `pg_ctl` and `psql` beside the server's own programs.
 *
 * @example An address that stays the same over promotions
 * ```ts
 * const server = await startReplicatedPostgres()
 * const { address } = await postgresProxy(server)
 * await server.promote()
 * ```
 */
export const startReplicatedPostgres = async (
  settings: Settings = {}
): Promise<ReplicatedPostgres> => {
  const all = { synchronous_standby_names: replicaName, ...settings }
  let primary = await PostgresCluster.start(all)
  let replica = await primary.replica(all)
  return {
    get address() {
      return primary.address
    },
    get standby() {
      return replica.address
    },
    promote: async () => {
      const dead = primary
      await dead.kill()
      await replica.promote()
      primary = replica
      dead.remove()
      replica = await primary.replica(all)
    },
    stop: async () => {
      // In this order: a primary that is to end waits for its replica.
      for (const cluster of [replica, primary]) {
        await cluster.stop()
        cluster.remove()
      }
    }
  }
}

/** Which way: what a client sends, or what the server answers. */
export type Direction = "requests" | "answers"

/** A client's connection through a proxy. */
export interface ProxiedConnection {
  /**
   * How often the client has waited for the server: whatever it sends before all it sent is
   * answered counts as one round trip.
   */
  readonly roundTrips: () => number
  /** How many bytes have passed that way. */
  readonly passed: (of: Direction) => number
  /** Whether it is open on the client's side. */
  readonly isOpen: () => boolean
  /** Ends it on both sides, whatever is under way. */
  readonly cut: () => void
  /** The same once so many bytes more have passed, in the midst of a message or behind it. */
  readonly cutAfter: (bytes: number, of: Direction) => void
  /**
   * Once so many bytes more have passed, nothing does any more either way, not even that the other
   * side is gone: as if a cable was pulled out.
   */
  readonly hangAfter: (bytes: number, of: Direction) => void
  /**
   * Ends it when all is sent that has the server commit: a COMMIT, or what writes outside of a
   * transaction. The server commits, and its answer never comes back. Resolves once it is done.
   */
  readonly cutAfterCommit: () => Promise<void>
  /** From now on what goes this way takes so many milliseconds longer. */
  readonly delay: (ms: number, of: Direction) => void
}

/** Stands between clients and a server, for whatever happens to connections. */
export interface PostgresProxy {
  /** What clients connect to in place of the server's own address; it stays the same. */
  readonly address: string
  /** Those that are open on the client's side, oldest first. */
  readonly connections: () => ReadonlyArray<ProxiedConnection>
  /** Ends all of them, and takes no more. */
  readonly stop: () => Promise<void>
}

/** What a proxy may be told. */
export interface ProxyOptions {
  /** Hears of each connection, before anything has passed. */
  readonly onConnection?: (connection: ProxiedConnection) => void
}

/**
 * Starts a proxy in front of a server, or of whichever server its address names when a client
 * connects. It looks into connections, so they can't be encrypted.
 *
 * @example A commit whose answer is lost
 * ```ts
 * const proxy = await postgresProxy(server)
 * const storage = postgres({ connection: proxy.address, maxConnections: 1 })
 * // … once it has connected:
 * const [connection] = proxy.connections()
 * await Promise.all([connection.cutAfterCommit(), Effect.runPromiseExit(storage.commit(changes))])
 * ```
 */
export const postgresProxy = async (
  server: { readonly address: string },
  { onConnection }: ProxyOptions = {}
): Promise<PostgresProxy> => {
  const all = new Set<ProxiedSockets>()
  const listener = createServer({ allowHalfOpen: true }, (socket) => {
    const { hostname: host, port } = new URL(server.address)
    const connection = new ProxiedSockets(socket, { host, port: Number(port) })
    all.add(connection)
    connection.onceOver(() => all.delete(connection))
    onConnection?.(connection)
  })
  listener.listen(0, "127.0.0.1")
  await once(listener, "listening")
  const own = new URL(server.address)
  own.hostname = "127.0.0.1"
  own.port = `${(listener.address() as AddressInfo).port}`
  return {
    address: own.href,
    connections: () => [...all].filter((connection) => connection.isOpen()),
    stop: async () => {
      const closed = once(listener, "close")
      listener.close()
      for (const connection of all) connection.cut()
      await closed
    }
  }
}
