/**
 * Real PgBouncer processes for tests, from the program on this machine. Node only.
 *
 * @packageDocumentation
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterwards } from "./afterwards.ts"
import type { Settings } from "./PostgresCluster.ts"
import { freePort, pgBouncerProgram, pgBouncerVersion, unprivileged } from "./postgresPrograms.ts"

/** A PgBouncer process for one test, on a free port of this machine. */
export interface PgBouncer {
  /** The address for clients, in place of the server's address. It never changes. */
  readonly address: string
  /** Kills PgBouncer, which cuts all connections, and starts it again. */
  readonly restart: () => Promise<void>
  /** Stops PgBouncer. */
  readonly stop: () => Promise<void>
}

/**
 * The version of the installed PgBouncer, for example `1.18.0`. It is null if there is none on the
 * PATH or in `/usr/sbin`.
 */
export const installedPgBouncer: string | null = pgBouncerVersion()

/**
 * Starts PgBouncer in front of a server, in transaction mode by default. Its pool is small, so
 * clients share connections. It runs as the process's own user, or as `postgres` or `nobody` if
 * that is root. Rejects if PgBouncer is not installed, see `installedPgBouncer`, or doesn't start.
 *
 * @example
 * ```ts
 * const pooler = await startPgBouncer(server, { pool_mode: "session" })
 * const storage = postgres({ connection: pooler.address })
 * ```
 */
export const startPgBouncer = async (
  server: { readonly address: string },
  settings: Settings = {}
): Promise<PgBouncer> => {
  const program = pgBouncerProgram()
  if (program === null) throw new Error("PgBouncer is not installed here.")
  const port = await freePort()
  const folder = mkdtempSync("/tmp/payloom-pgbouncer-")
  const file = join(folder, "pgbouncer.ini")
  writeFileSync(join(folder, "users"), `"${new URL(server.address).username}" ""\n`)
  writeFileSync(file, configuration(server.address, port, folder, settings))
  const { uid, gid } = unprivileged()
  if (uid !== undefined) chownSync(folder, uid, gid ?? uid)
  let running = await run(program, file, folder)
  const end = async () => {
    const ended = once(running, "exit")
    if (running.kill("SIGKILL")) await ended
  }
  const own = new URL(server.address)
  own.port = `${port}`
  return {
    address: own.href,
    restart: async () => {
      await end()
      running = await run(program, file, folder)
    },
    stop: async () => {
      await end()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

const configuration = (address: string, port: number, folder: string, settings: Settings) => {
  const { hostname, port: serverPort } = new URL(address)
  const all = {
    listen_addr: "127.0.0.1",
    listen_port: `${port}`,
    unix_socket_dir: "",
    auth_type: "trust",
    auth_file: join(folder, "users"),
    pool_mode: "transaction",
    default_pool_size: "6",
    max_client_conn: "1000",
    // Retries a server that is away for a moment soon.
    server_login_retry: "1",
    ...settings
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  return `[databases]\n* = host=${hostname} port=${serverPort}\n[pgbouncer]\n${lines.join("\n")}\n`
}

const run = async (program: string, file: string, folder: string): Promise<ChildProcess> => {
  const pooler = spawn(program, [file], {
    ...unprivileged(),
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"]
  })
  const { pid } = pooler
  if (pid !== undefined) {
    const shell = afterwards('kill -KILL "$0"; rm -rf "$1"', [`${pid}`, folder])
    pooler.once("exit", () => shell.kill("SIGKILL"))
  }
  let said = ""
  await new Promise<void>((resolve, reject) => {
    pooler.once("error", reject)
    pooler.once("exit", () => reject(new Error(`PgBouncer did not start: ${said}`)))
    pooler.stderr?.on("data", (chunk) => {
      said = `${said}${chunk}`.slice(-4000)
      if (/process up/.test(said)) resolve()
    })
  })
  return pooler
}
