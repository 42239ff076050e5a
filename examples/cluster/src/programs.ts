import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { delimiter, join } from "node:path"

/** The paths of the programs of a cluster. */
export interface Programs {
  readonly patroni: string
  readonly etcd: string
  readonly haproxy: string
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string
}

const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]

/** Debian does not put PostgreSQL's server programs on the PATH. */
const debianFolder = "/usr/lib/postgresql"

const pathOf = (program: string): string | null =>
  folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null

const serverFolder = (): string | null => {
  const debian = existsSync(debianFolder)
    ? readdirSync(debianFolder).map((version) => join(debianFolder, version, "bin"))
    : []
  // Patroni also needs pg_rewind and pg_basebackup.
  const found = [...folders, ...debian].find((folder) =>
    ["postgres", "pg_rewind", "pg_basebackup"].every((each) => existsSync(join(folder, each)))
  )
  return found ?? null
}

/** Returns the programs, or null if one is missing. */
export const findPrograms = (): Programs | null => {
  const [patroni, etcd, haproxy] = ["patroni", "etcd", "haproxy"].map(pathOf)
  const postgres = serverFolder()
  return patroni && etcd && haproxy && postgres ? { patroni, etcd, haproxy, postgres } : null
}

/** The Debian packages of programs that are missing here. */
export const missingPackages: ReadonlyArray<string> = [
  ...(pathOf("patroni") ? [] : ["patroni"]),
  ...(pathOf("etcd") ? [] : ["etcd-server"]),
  ...(pathOf("haproxy") ? [] : ["haproxy"]),
  ...(serverFolder() ? [] : ["postgresql"])
]

const versionOf = (text: string): ReadonlyArray<number> =>
  (/\d+(\.\d+)*/.exec(text)?.[0] ?? "0").split(".").map(Number)

/** True for Patroni 3.0.3 and later. */
export const keepsLeases = (version: string): boolean => {
  const [major = 0, minor = 0, patch = 0] = versionOf(version)
  return major > 3 || (major === 3 && (minor > 0 || patch >= 3))
}

/**
 * Returns a warning if the installed Patroni may lose commits: earlier releases let a frozen
 * primary take the lease back when it continues. Null for later ones.
 */
export const patroniWarning = (): string | null => {
  const patroni = pathOf("patroni")
  if (patroni === null) return null
  const version = execFileSync(patroni, ["--version"], { encoding: "utf8" }).trim()
  return keepsLeases(version)
    ? null
    : `${version} may lose commits: a frozen primary that continues takes the lease back. ` +
        "Use Patroni 3.0.3 or later."
}

/** A user of this machine. */
export interface User {
  readonly uid?: number
  readonly gid?: number
}

/** Returns the user for the cluster. PostgreSQL refuses to run as root. */
export const userOfCluster = (): User => {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync("/etc/passwd", "utf8").split("\n")
  const entry = users.find((line) => line.startsWith("postgres:"))
  const [, , uid, gid] = (entry ?? "").split(":")
  return { uid: Number(uid), gid: Number(gid) }
}
