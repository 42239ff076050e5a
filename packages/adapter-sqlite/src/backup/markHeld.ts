import type Database from "better-sqlite3"

/** The backup that a file is, or was restored from. */
export interface HeldMark {
  /** The check value of the master secret, or the identity of a cell. */
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
  const identity = cellIn(db)
  if (identity !== null) {
    const marked = JSON.stringify({ ...identity, restored: mark })
    db.prepare("UPDATE cell_identity SET doc = ?, version = version + 1").run(marked)
    return
  }
  const doc = JSON.stringify({ id: "deployment", secretCheck: "", restored: mark })
  db.prepare("UPDATE deployments SET doc = ?, version = version + 1").run(doc)
}

/** The row by which a cell of `@payloom/cells` is known. */
interface CellIdentity {
  readonly identity: string
  readonly restored?: unknown
}

/** Reads the identity of a file that is a cell. Null if it is no cell. */
export const cellIn = (db: Database.Database): CellIdentity | null => {
  const isThere = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'cell_identity'").get()
  const doc = isThere === undefined ? undefined : db.prepare(identityOf).pluck().get()
  if (typeof doc !== "string") return null
  const stored: CellIdentity | readonly [number, CellIdentity] = JSON.parse(doc)
  return "length" in stored ? stored[1] : stored
}

const identityOf = "SELECT doc FROM cell_identity WHERE id = 'cell'"
