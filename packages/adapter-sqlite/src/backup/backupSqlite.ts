import { existsSync } from "node:fs"
import { readFile, rename, stat, writeFile } from "node:fs/promises"
import { basename } from "node:path"
import { reasonOf } from "@payloom/core"
import { schemaVersion } from "../migrations.ts"
import { type BackupManifest, manifestPath, manifestText } from "./BackupManifest.ts"
import { BackupRefused } from "./BackupRefused.ts"
import { type BackupProgress, copyInThread } from "./copyInThread.ts"
import { nameFile, sha256Of, syncFile, syncFolderOf, writeDurably } from "./durableFiles.ts"
import { partialOf, removeDeadPartials, removePartial, requireFolderOf } from "./partialFiles.ts"

/** The options of {@link backupSqlite}. */
export interface BackupOptions {
  /** The file of the store. Engines may use it meanwhile. */
  readonly from: string
  /** The file to create. No file may have this name. */
  readonly to: string
  readonly onProgress?: (progress: BackupProgress) => void
  /** Ends the backup. Nothing is left of it. */
  readonly signal?: AbortSignal
}

/**
 * Backs up a store while engines use it, in this process or others. The copy is one snapshot: it
 * has every commit that had succeeded at its time. It is checked before it gets its name: SQLite's
 * integrity check, the schema, the check value of the secret, and books that sum to zero. The
 * manifest beside it has the number of rows and a SHA-256.
 *
 * A backup that fails or is killed leaves no file with the name of the backup. Rejects with
 * `BackupRefused`.
 *
 * ```ts
 * const { takenAt } = await backupSqlite({ from: "payloom.db", to: "monday.db" })
 * ```
 */
export const backupSqlite = async ({
  from,
  to,
  onProgress = () => undefined,
  signal
}: BackupOptions): Promise<BackupManifest> => {
  if (!existsSync(from)) throw refused("no_store", from, `There is no file ${from}`)
  if (existsSync(to)) throw refused("target_taken", to, taken(to))
  requireFolderOf(to)
  const partial = partialOf(to)
  try {
    await removeDeadPartials(to)
    await writeFile(partial, "", { flag: "wx", mode: 0o600 })
  } catch (cause) {
    throw refused("not_accessible", to, `No file can be created at ${to} (${reasonOf(cause)})`)
  }
  try {
    const copied = await copyInThread({ from, to: partial, schemaVersion }, onProgress, signal)
    await syncFile(partial)
    const manifest: BackupManifest = {
      format: "payloom-backup",
      version: 1,
      file: basename(to),
      bytes: (await stat(partial)).size,
      sha256: await sha256Of(partial, signal),
      ...copied
    }
    signal?.throwIfAborted()
    await nameBoth(partial, to, manifest)
    return manifest
  } finally {
    await removePartial(partial)
  }
}

/**
 * Gives the manifest and then the backup their names. So a file with the backup's name always has a
 * manifest. If two backups run for one name, the one whose file got the name writes its manifest.
 */
const nameBoth = async (partial: string, to: string, manifest: BackupManifest): Promise<void> => {
  const text = manifestText(manifest)
  const nameManifest = async () => {
    await writeDurably(`${partial}.json`, text)
    await rename(`${partial}.json`, manifestPath(to))
    await syncFolderOf(to)
  }
  if (existsSync(to)) throw refused("target_taken", to, taken(to))
  await nameManifest()
  if (!(await nameFile(partial, to))) throw refused("target_taken", to, taken(to))
  await syncFolderOf(to)
  if ((await readFile(manifestPath(to), "utf8")) !== text) await nameManifest()
}

const taken = (to: string): string => `There is a file ${to} already`

const refused = (reason: BackupRefused["reason"], path: string, detail: string) =>
  new BackupRefused({ reason, path, detail })
