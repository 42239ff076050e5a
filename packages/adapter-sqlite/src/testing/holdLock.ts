import { once } from "node:events"
import Database from "better-sqlite3"

// Another process. It takes a database's write lock, prints that, and keeps the lock until its
// input ends.

const db = new Database(process.argv[2] ?? "")
db.exec("BEGIN IMMEDIATE")
process.stdout.write("held\n")
await once(process.stdin.resume(), "end")
db.exec("ROLLBACK")
db.close()
