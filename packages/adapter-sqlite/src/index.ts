/**
 * Payloom's storage on SQLite.
 *
 * @packageDocumentation
 */

export type { BackupBalance, BackupManifest } from "./backup/BackupManifest.ts"
export { BackupRefused } from "./backup/BackupRefused.ts"
export { type BackupOptions, backupSqlite } from "./backup/backupSqlite.ts"
export type { BackupProgress } from "./backup/copyInThread.ts"
export { erasureFile } from "./backup/erasureFile.ts"
export { type RestoredFile, type RestoreOptions, restoreSqlite } from "./backup/restoreSqlite.ts"
export { SqliteFileLost } from "./SqliteFileLost.ts"
export { SqliteRefused } from "./SqliteRefused.ts"
export { type SqliteOptions, sqlite } from "./sqlite.ts"
