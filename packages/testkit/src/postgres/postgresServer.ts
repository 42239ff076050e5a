/**
 * A real PostgreSQL server for tests, of the programs that this machine has. Node only.
 *
 * @packageDocumentation
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { delimiter, join } from "node:path"

/** A real server of a test's own, on a free port of this machine. */
export interface PostgresServer {
  /** The address of its database, as clients take it: `postgres://…`. */
  readonly address: string
  /** Ends it, and deletes all that it stored. */
  readonly stop: () => Promise<void>
}

/** Debian keeps the server's programs out of the PATH. */
const debianFolder = "/usr/lib/postgresql"

const folders = (): ReadonlyArray<string> => [
  ...(process.env.PATH ?? "").split(delimiter),
  ...(existsSync(debianFolder)
    ? readdirSync(debianFolder).map((version) => join(debianFolder, version, "bin"))
    : [])
]

/** The folder of the server's programs; null where there is none. */
const programs = (): string | null =>
  folders().find((folder) =>
    ["initdb", "postgres"].every((program) => existsSync(join(folder, program)))
  ) ?? null

/** Whether PostgreSQL is installed here: `initdb` and `postgres`, on the PATH or by Debian. */
export const hasPostgres = programs() !== null

/** The server refuses to run as root: then it runs as somebody who may do nothing else. */
const unprivileged = (): { readonly uid?: number; readonly gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync("/etc/passwd", "utf8").split("\n")
  const entry = ["postgres", "nobody"]
    .flatMap((name) => users.find((line) => line.startsWith(`${name}:`)) ?? [])
    .at(0)
  const [, , uid, gid] = (entry ?? "").split(":")
  return { uid: Number(uid), gid: Number(gid) }
}

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === "object" && address !== null ? address.port : 0
}

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
export const startPostgres = async (
  settings: Readonly<Record<string, string>> = {}
): Promise<PostgresServer> => {
  const folder = programs()
  if (folder === null) throw new Error("PostgreSQL is not installed here.")
  const user = unprivileged()
  const data = mkdtempSync("/tmp/payloom-postgres-")
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid ?? user.uid)
  const options = { ...user, cwd: data, env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8" } }
  execFileSync(
    join(folder, "initdb"),
    ["-D", data, "-U", "payloom", "--auth=trust", "--encoding=UTF8", "--no-sync"],
    { ...options, stdio: "ignore" }
  )
  const port = await freePort()
  const all = { listen_addresses: "127.0.0.1", unix_socket_directories: data, ...settings }
  const server = spawn(
    join(folder, "postgres"),
    ["-D", data, "-p", `${port}`, ...Object.entries(all).flatMap(([k, v]) => ["-c", `${k}=${v}`])],
    { ...options, stdio: ["ignore", "ignore", "pipe"] }
  )
  await ready(server)
  return {
    address: `postgres://payloom@127.0.0.1:${port}/postgres`,
    stop: async () => {
      const ended = new Promise((resolve) => server.once("exit", resolve))
      server.kill("SIGINT")
      await ended
      rmSync(data, { recursive: true, force: true })
    }
  }
}

const ready = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = ""
    server.once("exit", () => reject(new Error(`PostgreSQL did not start: ${said}`)))
    server.stderr?.on("data", (chunk) => {
      said = `${said}${chunk}`.slice(-4000)
      if (said.includes("ready to accept connections")) resolve()
    })
  })
