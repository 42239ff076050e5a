import { statSync } from "node:fs"
import { resolve } from "node:path"
import { reasonOf } from "@payloom/core"
import Database from "better-sqlite3"

/** The identity of the file at a path, and its size. */
export interface FileState {
  readonly device: bigint
  readonly inode: bigint
  /** In bytes. */
  readonly size: number
}

/** A file of an open database, as it was at the last check. */
export interface WatchedFile {
  readonly path: string
  /** The database itself, its write-ahead log, or the index of that log. */
  readonly kind: "data" | "log" | "index"
  state: FileState
}

/**
 * The system can't read the state of a file, for a reason that may pass, such as a lost network.
 */
export class FileUnchecked extends Error {
  constructor(path: string, cause: unknown) {
    const reason = reasonOf(cause)
    super(`the file ${path} can't be checked: ${reason}`, { cause })
  }
}

/** Returns the state of the file at a path, following symbolic links. Null if there is no file. */
export const stateOf = (path: string): FileState | null => {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    if (found === undefined) return null
    return { device: found.dev, inode: found.ino, size: Number(found.size) }
  } catch (cause) {
    throw new FileUnchecked(path, cause)
  }
}

/** Returns true if both are the same file, whatever their sizes. */
export const isSameFile = (one: FileState, other: FileState): boolean =>
  one.device === other.device && one.inode === other.inode

const mostTries = 3

/**
 * Opens a database. Throws if its file is replaced meanwhile, because it would be unknown which
 * file was opened. A layered file system may replace a file by its own copy when the file is first
 * opened for writing, so opening is retried.
 */
export const openSameFile = (path: string): Database.Database => {
  for (let tries = 1; ; tries++) {
    const before = stateOf(path)
    const db = new Database(path, { timeout: 0 })
    const after = stateOf(path)
    const isSame = before === null || after === null ? before === after : isSameFile(before, after)
    if (isSame) return db
    db.close()
    if (tries === mostTries) throw new Error("the file was replaced while it was opened")
  }
}

/**
 * Returns the files of an open database: the file at the given path, the same file by the name that
 * SQLite found behind symbolic links, the log and its index. None for a database in memory.
 */
export const watchedFiles = (db: Database.Database, path: string): Array<WatchedFile> => {
  const [main] = db.pragma("database_list") as ReadonlyArray<{ readonly file: string }>
  const found = main?.file ?? ""
  if (found === "") return []
  const asked = resolve(path)
  return [
    ...(asked === found || stateOf(asked) === null ? [] : [watched(asked, "data")]),
    watched(found, "data"),
    watched(`${found}-wal`, "log"),
    watched(`${found}-shm`, "index")
  ]
}

const watched = (path: string, kind: WatchedFile["kind"]): WatchedFile => {
  const state = stateOf(path)
  if (state === null) throw new Error(`the file ${path} does not exist`)
  return { path, kind, state }
}
