import { existsSync, statfsSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { keysFileOf, passwordFileOf, secretFileOf } from "../../target/secretIn.ts"
import { type Finding, ok, problem, warning } from "./Finding.ts"

const oldestNode = [22, 18] as const

/** Checks the version of Node. */
export const checkNode = (version: string): Finding => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])
  return isOld
    ? problem(
        "node",
        `This is Node ${version}, and Payloom needs ${oldestNode.join(".")} or newer.`,
        "Install a newer Node, and start the server with it too."
      )
    : ok("node", `Node ${version}`)
}

/** Checks the master secret by itself. */
export const checkSecret = (secret: string | null): Finding => {
  if (secret === null || secret === "") {
    return problem(
      "secret",
      "PAYLOOM_SECRET is not set.",
      "Set it to the master secret with which the server runs."
    )
  }
  return secret.length < 32
    ? problem(
        "secret",
        `PAYLOOM_SECRET has ${secret.length} characters, and needs at least 32.`,
        "Set the whole secret. For a new deployment make one: openssl rand -base64 32."
      )
    : ok("secret", "The secret is set.")
}

/** The space of a file system, in bytes, and its kind. */
export interface FileSystem {
  readonly free: number
  readonly total: number
  /** The number by which Linux names the kind of a file system. */
  readonly type: number
}

/** Reads the file system of a folder. */
const fileSystemOf = (folder: string): FileSystem => {
  const { bavail, blocks, bsize, type } = statfsSync(folder)
  return { free: bavail * bsize, total: blocks * bsize, type }
}

const gigabyte = 2 ** 30

/** Checks the space that is left on the disk of a SQLite database. */
export const checkDisk = ({ free, total }: FileSystem): Finding => {
  const percent = total === 0 ? 100 : Math.floor((free / total) * 100)
  const found = `${(free / gigabyte).toFixed(1)} GiB (${percent} %) of the disk are free.`
  if (free < gigabyte / 4) {
    return problem("disk", found, "Free some space now: without any, every commit is refused.")
  }
  return free < 2 * gigabyte || percent < 5
    ? warning("disk", found, "Free some space, or move the database to a larger disk.")
    : ok("disk", found)
}

/** NFS, and the two names of SMB. */
const networkKinds: ReadonlySet<number> = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42])

/** Checks that a SQLite database is on a local disk. */
export const checkFileSystem = ({ type }: FileSystem): Finding =>
  networkKinds.has(type >>> 0)
    ? problem(
        "file_system",
        "The database is on a network file system, where SQLite's locks don't hold.",
        "Move it to a local disk, or use PostgreSQL: payloom copy moves the store."
      )
    : ok("file_system", "The database is on a local file system.")

const largestLog = 256 * 2 ** 20

/** Checks the write-ahead log of a SQLite database. A reader that never ends makes it grow. */
export const checkLog = (file: string, bytes = sizeOf(`${file}-wal`)): Finding => {
  const found = `The write-ahead log has ${Math.ceil(bytes / 2 ** 20)} MiB.`
  return bytes > largestLog
    ? problem(
        "log",
        found,
        "A program keeps a read transaction open: end it, or restart the server to shorten the log."
      )
    : ok("log", found)
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Checks that other users of the machine can't read personal data or the secret. */
const checkPermissions = (file: string): Finding => {
  const all = [file, `${file}-wal`, secretFileOf(file), passwordFileOf(file), keysFileOf(file)]
  const open = all.filter((each) => existsSync(each) && (statSync(each).mode & 0o077) !== 0)
  return open.length === 0
    ? ok("permissions", "Only the owner can read the database.")
    : warning(
        "permissions",
        `Other users of this machine can read ${open.join(" and ")}.`,
        `Run chmod 600 ${open.join(" ")}`
      )
}

/** Checks the machine's parts of a SQLite database. */
export const checkFile = (file: string): ReadonlyArray<Finding> => {
  const system = fileSystemOf(dirname(file))
  return [checkDisk(system), checkFileSystem(system), checkLog(file), checkPermissions(file)]
}

/** A clock that is further off spoils the signatures of webhooks and the order of ids. */
const mostSkewMs = 30_000
const worthALookMs = 2000

/** Checks this machine's clock against another one, both in milliseconds since the epoch. */
export const checkClock = (own: number, other: number, whose: string): Finding => {
  const skew = own - other
  const seconds = (Math.abs(skew) / 1000).toFixed(1)
  const found = `This clock is ${seconds} s ${skew >= 0 ? "ahead of" : "behind"} ${whose}.`
  const remedy = "Synchronize the clocks of all machines with NTP."
  if (Math.abs(skew) > mostSkewMs) return problem("clock", found, remedy)
  return Math.abs(skew) > worthALookMs ? warning("clock", found, remedy) : ok("clock", found)
}
