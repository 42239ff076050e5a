import { join } from "node:path"
import {
  type PostgresProxy,
  type PostgresServer,
  postgresProxy,
  type ReplicatedPostgres,
  startPostgres,
  startReplicatedPostgres
} from "@payloom/testkit/postgres"
import pg from "pg"
import { oneOf } from "./crew.ts"

/** A kind of misfortune that befalls a database, or the way to it. */
export type DatabaseKill = "backend" | "cut" | "commit"

/** A database that several processes share. */
export interface Database {
  /** What servers connect to. */
  readonly address: string
  /** What nobody cuts: for whoever looks at it all. */
  readonly calmAddress: string
  /** What may befall it, each answering whether there was anything that it could befall. */
  readonly kills: Readonly<Partial<Record<DatabaseKill, () => Promise<boolean>>>>
  /** Kills the primary and makes its replica the primary. */
  readonly promote: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** A SQLite file in a folder: whoever uses it can be killed, and nothing else. */
export const sqliteIn = (folder: string): Database => {
  const file = join(folder, "payloom.db")
  return {
    address: file,
    calmAddress: file,
    kills: {},
    promote: async () => undefined,
    stop: async () => undefined
  }
}

/** A PostgreSQL server, with a synchronous replica where it is to be replaced by that. */
export const startDatabase = async (isReplicated: boolean): Promise<Database> => {
  const server: PostgresServer | ReplicatedPostgres = isReplicated
    ? await startReplicatedPostgres()
    : await startPostgres()
  const proxy = await postgresProxy(server)
  const calm = await postgresProxy(server)
  return {
    address: proxy.address,
    calmAddress: calm.address,
    kills: {
      backend: () => terminateOne(calm.address),
      cut: async () => cutOne(proxy),
      commit: async () => cutBehindCommit(proxy)
    },
    promote: async () => {
      if ("promote" in server) await server.promote()
    },
    stop: async () => {
      await proxy.stop()
      await calm.stop()
      await server.stop()
    }
  }
}

/** Ends one of the server's processes that servers talk to. */
const terminateOne = async (address: string): Promise<boolean> => {
  const client = new pg.Client(address)
  client.on("error", () => undefined)
  try {
    await client.connect()
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'payloom' ORDER BY state = 'active' DESC, random() LIMIT 1`
    )
    return rowCount === 1
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** About as long as what is sent for a payment. */
const longest = { requests: 12_000, answers: 3000 }

const cutOne = (proxy: PostgresProxy): boolean => {
  const direction = oneOf(["requests", "answers"] as const) ?? "requests"
  const connection = oneOf(proxy.connections())
  connection?.cutAfter(Math.floor(Math.random() * longest[direction]), direction)
  return connection !== undefined
}

const cutBehindCommit = (proxy: PostgresProxy): boolean => {
  const connection = oneOf(proxy.connections())
  void connection?.cutAfterCommit()
  return connection !== undefined
}
