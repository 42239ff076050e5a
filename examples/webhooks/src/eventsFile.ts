import { isPostgres } from "@payloom/cli"
import { openPastEngine } from "@payloom/example-kit/pastEngine"
import Database from "better-sqlite3"

/**
 * Returns a SQLite file with the events in their order: the engine's file, or a copy of the events
 * of a PostgreSQL database.
 */
export const eventsFile = async (storage: string, file: string): Promise<string> => {
  if (!isPostgres(storage)) return storage
  const { rows, close } = await openPastEngine(storage)
  const db = new Database(file)
  db.exec("CREATE TABLE events (id TEXT PRIMARY KEY, doc TEXT NOT NULL); BEGIN")
  const add = db.prepare("INSERT INTO events VALUES (?, ?)")
  for await (const { id, doc } of rows<{ readonly id: string; readonly doc: string }>(
    `SELECT id, CAST(doc AS TEXT) AS doc FROM events ORDER BY feed_epoch, feed_xid, feed_seq`
  )) {
    add.run(id, doc)
  }
  db.exec("COMMIT")
  db.close()
  await close()
  return file
}
