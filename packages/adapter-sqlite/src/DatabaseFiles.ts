import type { StorageLoss } from "@payloom/core"
import type { Connection } from "./Connection.ts"
import { isSameFile, stateOf, type WatchedFile } from "./fileStates.ts"
import { type FileLoss, SqliteFileLost } from "./SqliteFileLost.ts"
import { isWhole, schemaVersionOf } from "./shrunkFiles.ts"

/**
 * How long a check is valid, in milliseconds of the system's clock. If a file is lost within that
 * time, commits to the lost file may still be confirmed.
 */
const checkEveryMs = 1000

/**
 * The files of an open database. SQLite keeps using a file that was deleted or replaced, and all
 * that is written to it is gone when the process ends. So this class compares the device, the inode
 * and the size of each open file with those of the file at its path.
 *
 * A check takes microseconds for a local file. It runs in the event loop, like all work of SQLite,
 * so a file system that hangs stops both.
 */
export class DatabaseFiles {
  readonly #connection: Connection
  readonly #files: ReadonlyArray<WatchedFile>
  readonly #listeners = new Set<(loss: StorageLoss) => void>()
  #schemaVersion: number
  #checkedAt = performance.now()
  #lost: SqliteFileLost | null = null

  constructor(connection: Connection, files: ReadonlyArray<WatchedFile>) {
    this.#connection = connection
    this.#files = files
    this.#schemaVersion = schemaVersionOf(connection)
  }

  /** Throws `SqliteFileLost` if an earlier check found a lost file. */
  assertNotLost(): void {
    if (this.#lost !== null) throw this.#lost
  }

  /**
   * Throws `SqliteFileLost` if a file was lost, and `FileUnchecked` if that can't be determined.
   * Checks the files if the last check is a second old.
   */
  assertPresent(): void {
    this.assertNotLost()
    const now = performance.now()
    if (now - this.#checkedAt < checkEveryMs) return
    this.#lost = this.#findLost()
    if (this.#lost === null) {
      this.#schemaVersion = schemaVersionOf(this.#connection)
      this.#checkedAt = now
      return
    }
    const { file, reason } = this.#lost
    for (const listener of this.#listeners) listener({ file, reason })
    throw this.#lost
  }

  /** Calls the listener once if a file is lost, until the returned function is called. */
  hear(listener: (loss: StorageLoss) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  #findLost(): SqliteFileLost | null {
    for (const watched of this.#files) {
      const reason = this.#lossOf(watched)
      if (reason !== null) return new SqliteFileLost({ file: watched.path, reason })
    }
    return null
  }

  #lossOf(watched: WatchedFile): FileLoss["reason"] | null {
    const found = stateOf(watched.path)
    if (found === null) return "deleted"
    if (!isSameFile(found, watched.state)) return "replaced"
    if (!isWhole(this.#connection, watched, found.size, this.#schemaVersion)) return "truncated"
    watched.state = found
    return null
  }
}
