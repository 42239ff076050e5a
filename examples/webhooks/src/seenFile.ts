import Database from "better-sqlite3"

/** Opens the file in which a consumer records its events in their order. All processes use it. */
export const openSeenFile = (file: string): ((event: string) => void) => {
  const db = new Database(file)
  db.pragma("busy_timeout = 10000")
  db.pragma("journal_mode = WAL")
  db.pragma("synchronous = OFF")
  db.exec("CREATE TABLE IF NOT EXISTS seen (nth INTEGER PRIMARY KEY, event TEXT, process INTEGER)")
  const add = db.prepare("INSERT INTO seen (event, process) VALUES (?, ?)")
  return (event) => {
    add.run(event, process.pid)
  }
}
