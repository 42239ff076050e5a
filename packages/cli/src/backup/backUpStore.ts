import { existsSync } from "node:fs"
import {
  type BackupManifest,
  type BackupOptions,
  BackupRefused,
  backupSqlite,
  type RestoredFile,
  type RestoreOptions,
  restoreSqlite
} from "@payloom/adapter-sqlite"
import { isOtherAddress, isPostgres } from "../storageAt.ts"

/**
 * Backs up the store in a SQLite file, as `backupSqlite` does. Engines may use it meanwhile. An
 * address of PostgreSQL is refused, because PostgreSQL has backup tools of its own.
 *
 * ```ts
 * const { sha256 } = await backUpStore({ from: "payloom.db", to: "monday.db" })
 * ```
 */
export const backUpStore = async (options: BackupOptions): Promise<BackupManifest> => {
  assertFile(options.from, "backed up")
  assertFile(options.to, "backed up")
  return backupSqlite(options)
}

/** A restored store, and what to do next. */
export interface RestoredStore extends RestoredFile {
  /** The next steps, in order, for people. */
  readonly next: ReadonlyArray<string>
}

/**
 * Restores a backup to a new SQLite file, as `restoreSqlite` does. No engine starts on the file
 * before the store was reconciled with the providers.
 *
 * ```ts
 * const { next } = await restoreStore({ from: "monday.db", to: "payloom.db" })
 * ```
 */
export const restoreStore = async (options: RestoreOptions): Promise<RestoredStore> => {
  assertFile(options.to, "restored")
  const restored = await restoreSqlite(options)
  const next = [
    erasuresAfter(`${options.to}.erased`),
    "Engines don't start on it yet, because charges may have been made after the backup.",
    ...(isOfCells(restored)
      ? ["Make the directory and the cells agree first: payloom cells repair --setup FILE."]
      : []),
    "See what the providers know, and change nothing: " +
      "payloom reconcile --with-providers --setup FILE --report",
    "Book it and release the store: the same command without --report.",
    "Start the engines with the secret and the vault that the store had before."
  ]
  return { ...restored, next }
}

/** True if a backup is of a cell or of the directory of cells. */
const isOfCells = ({ manifest: { collections } }: RestoredFile): boolean =>
  ["cell_identity", "cell_tenants"].some((name) => Object.hasOwn(collections, name))

/** Says which customers are erased again, because the backup may have their texts. */
const erasuresAfter = (list: string): string =>
  existsSync(list)
    ? "Customers who were erased after the backup are erased again by reconcile, as " +
      `${list} names them.`
    : "Was a customer erased after the backup? Then the store has their texts again. Put the " +
      `list of the lost store to ${list} first, or give its \`erasureLog\` in the setup.`

const assertFile = (location: string, verb: string): void => {
  if (!isPostgres(location) && !isOtherAddress(location)) return
  throw new BackupRefused({
    reason: "no_store",
    path: "",
    detail:
      `Only a SQLite file is ${verb} by this command. For PostgreSQL, use its own tools: see ` +
      "docs/operating/backup.md"
  })
}
