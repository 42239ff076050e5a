import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { oneOf } from "@payloom/example-kit/crew"
import { type TrialDatabase, trialFile, trialServer } from "@payloom/example-kit/trialDatabase"
import { startPgBouncer } from "@payloom/testkit/pgbouncer"
import {
  type PostgresProxy,
  postgresProxy,
  startReplicatedPostgres
} from "@payloom/testkit/postgres"
import pg from "pg"
import { type DiskFault, ForgetfulDisk } from "./power/ForgetfulDisk.ts"

/** A fault of a database, or of the connection to it. */
export type DatabaseKill = "backend" | "cut" | "commit" | "pooler" | "full" | "failing"

/** A database that several processes share, with the address for servers. */
export interface Database extends TrialDatabase {
  /** An address without faults, for the audit. */
  readonly calmAddress: string
  /** The environment of servers, if they need a special one. */
  readonly env?: ForgetfulDisk["env"]
  /** Functions that cause faults. Each returns false if there was nothing to kill. */
  readonly kills: Readonly<Partial<Record<DatabaseKill, () => Promise<boolean>>>>
  /** Kills the primary and makes its replica the primary. */
  readonly promote: () => Promise<void>
}

/** Returns a SQLite file in a folder. Only the processes that use it can be killed. */
export const sqliteIn = (folder: string): Database => {
  const file = trialFile(folder)
  return { ...file, calmAddress: file.address, kills: {}, promote: async () => undefined }
}

/** Returns a SQLite file on a simulated disk, which has no space or fails for a time. */
export const sqliteOnFaultyDisk = (folder: string): Database => {
  const disk = ForgetfulDisk.in(folder)
  disk.turnOn()
  const address = join(disk.folder, "payloom.db")
  return {
    address,
    calmAddress: address,
    env: disk.env,
    kills: { full: () => failForTime(disk, "full"), failing: () => failForTime(disk, "failing") },
    promote: async () => undefined,
    stop: async () => disk.close()
  }
}

/** The fault begins at one of this many operations, and lasts for up to this time. */
const diskFaults = { operations: 300, mostMs: 1500 }

const failForTime = async (disk: ForgetfulDisk, fault: DiskFault): Promise<boolean> => {
  disk.failAfter(1 + Math.floor(Math.random() * diskFaults.operations), fault)
  while (!disk.isFaulty()) await pause(5)
  await pause(Math.random() * diskFaults.mostMs)
  disk.mend()
  return true
}

/** The setup of a PostgreSQL server. */
export interface DatabaseOptions {
  /** True to start a synchronous replica, which can replace the server. */
  readonly isReplicated: boolean
  /** True if servers connect through PgBouncer, which has few connections. */
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

/** Kills one of the database processes that serve connections. */
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

/** About the number of bytes of a payment. */
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
