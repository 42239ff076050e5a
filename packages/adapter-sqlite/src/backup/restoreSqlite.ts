import { existsSync } from "node:fs"
import { readFile, stat } from "node:fs/promises"
import { reasonOf } from "@payloom/core"
import Database from "better-sqlite3"
import { schemaVersion } from "../migrations.ts"
import { type BackupManifest, manifestPath, readManifest } from "./BackupManifest.ts"
import { BackupRefused } from "./BackupRefused.ts"
import { copyToNewFile, nameFile, sha256Of, syncFile, syncFolderOf } from "./durableFiles.ts"
import { markHeld } from "./markHeld.ts"
import { partialOf, removeDeadPartials, removePartial, requireFolderOf } from "./partialFiles.ts"

/** The options of {@link restoreSqlite}. */
export interface RestoreOptions {
  /** The backup. Its manifest is beside it. */
  readonly from: string
  /** The file to create. No file may have this name. */
  readonly to: string
  /** Ends the restore. Nothing is left of it. */
  readonly signal?: AbortSignal
}

/** A store that was restored. */
export interface RestoredFile {
  readonly manifest: BackupManifest
  /** The time of the restore, in milliseconds since the epoch. */
  readonly restoredAt: number
}

/**
 * Creates a store from a verified backup. The new store is held: `Payloom.make` rejects with
 * `StorageHeld` until the store was reconciled with the providers. Otherwise it would charge
 * billing cycles again that were charged after the backup.
 *
 * A restore that fails or is killed leaves no file with the name of the store. An existing file is
 * never replaced. Rejects with `BackupRefused`.
 *
 * ```ts
 * const { manifest } = await restoreSqlite({ from: "monday.db", to: "payloom.db" })
 * ```
 */
export const restoreSqlite = async (options: RestoreOptions): Promise<RestoredFile> => {
  const { from, to, signal } = options
  signal?.throwIfAborted()
  assertFree(to)
  const manifest = await manifestOf(from)
  requireFolderOf(to)
  const partial = partialOf(to)
  try {
    await copyTo(partial, options)
    // Of the copy, so that a disk that returns other bytes is noticed.
    await assertUnchanged(partial, manifest, options)
    const restoredAt = Date.now()
    hold(partial, manifest, restoredAt)
    await syncFile(partial)
    signal?.throwIfAborted()
    assertFree(to)
    if (!(await nameFile(partial, to))) assertFree(to)
    await syncFolderOf(to)
    return { manifest, restoredAt }
  } finally {
    await removePartial(partial)
  }
}

const copyTo = async (partial: string, { from, to, signal }: RestoreOptions): Promise<void> => {
  try {
    await removeDeadPartials(to)
    await copyToNewFile(from, partial, signal)
  } catch (cause) {
    signal?.throwIfAborted()
    const reason = reasonOf(cause)
    throw refused("not_accessible", to, `No file can be created at ${to} (${reason})`)
  }
}

const refused = (reason: BackupRefused["reason"], path: string, detail: string) =>
  new BackupRefused({ reason, path, detail })

/** SQLite would read a write-ahead log of another file into the new one. */
const assertFree = (to: string): void => {
  const there = ["", "-wal", "-shm", "-journal"].map((rest) => to + rest).find(existsSync)
  if (there === undefined) return
  const detail = `There is a file ${there}. Stop the engines and move it away, or choose a new name`
  throw refused("target_taken", to, detail)
}

/** Returns the manifest of a backup, or refuses one that this release can't restore. */
const manifestOf = async (backup: string): Promise<BackupManifest> => {
  if (!existsSync(backup)) throw refused("no_backup", backup, `There is no file ${backup}`)
  const path = manifestPath(backup)
  const text = await readFile(path, "utf8").catch(() => null)
  if (text === null) {
    const detail = `The backup has no manifest ${path}, so it may not be whole`
    throw refused("no_backup", backup, detail)
  }
  const manifest = readManifest(text)
  if (manifest === null) throw refused("damaged", path, `${path} is not a manifest of a backup`)
  if (manifest.schemaVersion > schemaVersion) {
    const theirs = `The backup's schema is version ${manifest.schemaVersion}`
    const detail = `${theirs}, but this release knows ${schemaVersion}`
    throw refused("newer_schema", backup, detail)
  }
  return manifest
}

const assertUnchanged = async (
  copy: string,
  { bytes, sha256 }: BackupManifest,
  { from, signal }: RestoreOptions
): Promise<void> => {
  const { size } = await stat(copy)
  const isSame = size === bytes && (await sha256Of(copy, signal)) === sha256
  if (!isSame) throw refused("damaged", from, `${from} is not the file that its manifest names`)
}

const hold = (
  path: string,
  { secretCheck, takenAt, sha256 }: BackupManifest,
  restoredAt: number
): void => {
  const db = new Database(path)
  try {
    markHeld(db, { secretCheck, takenAt, restoredAt, backup: sha256 })
  } finally {
    db.close()
  }
}
