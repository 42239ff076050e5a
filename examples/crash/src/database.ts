import { oneOf } from "@payloom/example-kit/crew"
import { type TrialDatabase, trialFile, trialServer } from "@payloom/example-kit/trialDatabase"
import { startPgBouncer } from "@payloom/testkit/pgbouncer"
import {
  type PostgresProxy,
  postgresProxy,
  startReplicatedPostgres
} from "@payloom/testkit/postgres"
import pg from "pg"

/** A kind of misfortune that befalls a database, or the way to it. */
export type DatabaseKill = "backend" | "cut" | "commit" | "pooler"

/** A database that several processes share, at the address that servers connect to. */
export interface Database extends TrialDatabase {
  /** What nobody cuts: for whoever looks at it all. */
  readonly calmAddress: string
  /** What may befall it, each answering whether there was anything that it could befall. */
  readonly kills: Readonly<Partial<Record<DatabaseKill, () => Promise<boolean>>>>
  /** Kills the primary and makes its replica the primary. */
  readonly promote: () => Promise<void>
}

/** A SQLite file in a folder: whoever uses it can be killed, and nothing else. */
export const sqliteIn = (folder: string): Database => {
  const file = trialFile(folder)
  return { ...file, calmAddress: file.address, kills: {}, promote: async () => undefined }
}

/** How a PostgreSQL server is started. */
export interface DatabaseOptions {
  /** True if it has a synchronous replica, which can take its place. */
  readonly isReplicated: boolean
  /** True if servers reach it through PgBouncer, which lends them few connections. */
  readonly isPooled: boolean
}

/** Starts a PostgreSQL server. */
export const startDatabase = async ({
  isReplicated,
  isPooled
}: DatabaseOptions): Promise<Database> => {
  const replicated = isReplicated ? await startReplicatedPostgres() : null
  const server = replicated ?? (await trialServer())
  const calm = await postgresProxy(server)
  const pooler = isPooled ? await startPgBouncer(calm, { default_pool_size: "10" }) : null
  const proxy = await postgresProxy(pooler ?? server)
  return {
    address: proxy.address,
    calmAddress: calm.address,
    kills: {
      backend: () => terminateOne(calm.address),
      cut: async () => cutOne(proxy),
      commit: async () => cutBehindCommit(proxy),
      ...(pooler === null ? {} : { pooler: () => pooler.restart().then(() => true) })
    },
    promote: async () => replicated?.promote(),
    stop: async () => {
      await proxy.stop()
      await pooler?.stop()
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
