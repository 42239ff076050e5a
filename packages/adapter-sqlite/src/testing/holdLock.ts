import Database from "better-sqlite3"

// Another process, which takes a database's write lock, says so and keeps it for a while.

const [path = "", forMs = "0"] = process.argv.slice(2)
const db = new Database(path)
db.exec("BEGIN IMMEDIATE")
process.stdout.write("held\n")
setTimeout(() => {
  db.exec("ROLLBACK")
  db.close()
}, Number(forMs))
