import Database from "better-sqlite3"

/** Opens a file with the pragmas of the adapter. */
export const openRawFile = (file: string): Database.Database => {
  const db = new Database(file)
  db.pragma("journal_mode = WAL")
  db.pragma("synchronous = FULL")
  db.pragma("wal_autocheckpoint = 4000")
  db.pragma("temp_store = MEMORY")
  db.pragma("busy_timeout = 5000")
  return db
}
