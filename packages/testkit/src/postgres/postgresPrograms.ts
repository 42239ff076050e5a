import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs"
import { createServer } from "node:net"
import { delimiter, dirname, join } from "node:path"

/** Debian keeps the server's programs out of the PATH. */
const debianFolder = "/usr/lib/postgresql"

const folders = (): ReadonlyArray<string> => [
  ...(process.env.PATH ?? "").split(delimiter),
  ...(existsSync(debianFolder)
    ? readdirSync(debianFolder).map((version) => join(debianFolder, version, "bin"))
    : [])
]

/** The folder of the server's programs; null where there is none. */
export const programs = (): string | null => {
  const found = folders().find((folder) =>
    ["initdb", "postgres"].every((program) => existsSync(join(folder, program)))
  )
  // On the PATH may be links to some of them alone.
  return found === undefined ? null : dirname(realpathSync(join(found, "postgres")))
}

/** The pooler's program, which Debian keeps among those of the system; null if there is none. */
export const pgBouncerProgram = (): string | null => {
  const found = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]
  return found.map((folder) => join(folder, "pgbouncer")).find((each) => existsSync(each)) ?? null
}

/** The version of that program, such as `1.18.0`; null if there is none. */
export const pgBouncerVersion = (): string | null => {
  const program = pgBouncerProgram()
  if (program === null) return null
  const said = execFileSync(program, ["--version"], { encoding: "utf8" })
  return /PgBouncer (\d+\.\d+\.\d+)/i.exec(said)?.[1] ?? null
}

/** Whom the server runs as. */
export interface User {
  readonly uid?: number
  readonly gid?: number
}

/** The server refuses to run as root: then it runs as somebody who may do nothing else. */
export const unprivileged = (): User => {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync("/etc/passwd", "utf8").split("\n")
  const entry = ["postgres", "nobody"]
    .flatMap((name) => users.find((line) => line.startsWith(`${name}:`)) ?? [])
    .at(0)
  const [, , uid, gid] = (entry ?? "").split(":")
  return { uid: Number(uid), gid: Number(gid) }
}

/** A port of this machine that nobody listens at. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === "object" && address !== null ? address.port : 0
}
