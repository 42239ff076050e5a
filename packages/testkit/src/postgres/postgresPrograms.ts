import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs"
import { createServer } from "node:net"
import { delimiter, dirname, join } from "node:path"

/** Debian does not put the server's programs on the PATH. */
const debianFolder = "/usr/lib/postgresql"

const folders = (): ReadonlyArray<string> => [
  ...(process.env.PATH ?? "").split(delimiter),
  ...(existsSync(debianFolder)
    ? readdirSync(debianFolder).map((version) => join(debianFolder, version, "bin"))
    : [])
]

/** Returns the folder of the server's programs, or null if there is none. */
export const programs = (): string | null => {
  const found = folders().find((folder) =>
    ["initdb", "postgres"].every((program) => existsSync(join(folder, program)))
  )
  // The PATH may have links to only some of the programs.
  return found === undefined ? null : dirname(realpathSync(join(found, "postgres")))
}

/**
 * Returns the path of PgBouncer, or null. Debian keeps it among the programs for administrators.
 */
export const pgBouncerProgram = (): string | null => {
  const found = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]
  return found.map((folder) => join(folder, "pgbouncer")).find((each) => existsSync(each)) ?? null
}

/** Returns the version of PgBouncer, for example `1.18.0`, or null. */
export const pgBouncerVersion = (): string | null => {
  const program = pgBouncerProgram()
  if (program === null) return null
  const said = execFileSync(program, ["--version"], { encoding: "utf8" })
  return /PgBouncer (\d+\.\d+\.\d+)/i.exec(said)?.[1] ?? null
}

/** The user that runs the server. */
export interface User {
  readonly uid?: number
  readonly gid?: number
}

/**
 * Returns the user for the server. It refuses to run as root, so then it is a user without
 * privileges.
 */
export const unprivileged = (): User => {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync("/etc/passwd", "utf8").split("\n")
  const entry = ["postgres", "nobody"]
    .flatMap((name) => users.find((line) => line.startsWith(`${name}:`)) ?? [])
    .at(0)
  const [, , uid, gid] = (entry ?? "").split(":")
  return { uid: Number(uid), gid: Number(gid) }
}

/** Returns a free port of this machine. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === "object" && address !== null ? address.port : 0
}
