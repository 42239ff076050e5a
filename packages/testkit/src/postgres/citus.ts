/**
 * A real Citus cluster for tests, if Citus is installed beside PostgreSQL. Node only.
 *
 * @packageDocumentation
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { PostgresCluster, type Settings } from "./PostgresCluster.ts"
import { programs } from "./postgresPrograms.ts"
import { Session } from "./Session.ts"

/** A coordinator and its workers. */
export interface CitusCluster {
  /** The address of a database on the coordinator. */
  readonly address: string
  /** The addresses of the same database on the workers, which have the schemas. */
  readonly workers: ReadonlyArray<string>
  /**
   * Creates a database on all servers, with Citus in it. Returns its addresses: the coordinator's
   * first.
   */
  readonly newDatabase: () => Promise<ReadonlyArray<string>>
  /** Stops all servers and deletes their data. */
  readonly stop: () => Promise<void>
}

/**
 * True if Citus is installed for the PostgreSQL that `startPostgres` uses: its library is in the
 * folder `lib` beside the server's programs, or in `lib/postgresql`.
 */
export const hasCitus: boolean = ["../lib", "../lib/postgresql"].some((folder) =>
  existsSync(join(programs() ?? "", folder, "citus.so"))
)

/**
 * Starts a coordinator and workers on this machine, with these settings. Rejects if Citus is not
 * installed, see `hasCitus`.
 *
 * @example
 * ```ts
 * const cluster = await startCitus()
 * const storage = postgres({ connection: cluster.address, schema: "shop", citus: true })
 * ```
 */
export const startCitus = async (settings: Settings = {}): Promise<CitusCluster> => {
  if (!hasCitus) throw new Error("Citus is not installed here, for the PostgreSQL on the PATH.")
  const all = { shared_preload_libraries: "citus", wal_level: "logical", ...settings }
  const servers: Array<PostgresCluster> = []
  const stop = async () => {
    // The coordinator stops first, because its background process connects to the workers.
    for (const server of servers) {
      await server.stop()
      server.remove()
    }
  }
  const newDatabase = async () => {
    const addresses: Array<string> = []
    for (const server of servers) {
      const address = await server.newDatabase()
      addresses.push(address)
      await run(address, "CREATE EXTENSION citus")
    }
    const [coordinator = "", ...workers] = addresses
    await run(coordinator, `SELECT citus_set_coordinator_host(${placeOf(coordinator)})`)
    for (const worker of workers) {
      await run(coordinator, `SELECT citus_add_node(${placeOf(worker)})`)
    }
    return addresses
  }
  try {
    for (let nth = 0; nth < 3; nth++) servers.push(await PostgresCluster.start({ settings: all }))
    const [address = "", ...workers] = await newDatabase()
    return { address, workers, newDatabase, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}

const placeOf = (address: string): string => {
  const { hostname, port } = new URL(address)
  return `'${hostname}', ${port}`
}

const run = async (address: string, statement: string): Promise<void> => {
  const { port, username, pathname } = new URL(address)
  const session = await Session.open(Number(port), username, pathname.slice(1))
  try {
    await session.query(statement)
  } finally {
    session.close()
  }
}
