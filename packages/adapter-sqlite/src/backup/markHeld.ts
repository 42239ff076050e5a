import type Database from "better-sqlite3"

/** The backup that a file is, or was restored from. */
export interface HeldMark {
  readonly secretCheck: string
  readonly takenAt: number
  readonly restoredAt: number
  /** The SHA-256 of the backup. Null in the backup itself. */
  readonly backup: string | null
}

/**
 * Marks a store as held, in the row that identifies it. The check value of the secret moves, so
 * engines of releases that don't know the mark refuse to start too. A backup has the mark as well,
 * in case somebody copies it without `restoreSqlite`.
 */
export const markHeld = (db: Database.Database, mark: HeldMark): void => {
  const doc = JSON.stringify({ id: "deployment", secretCheck: "", restored: mark })
  db.prepare("UPDATE deployments SET doc = ?, version = version + 1").run(doc)
}
