import Database from "better-sqlite3"

/**
 * Makes SQLite sync less than the adapter asks for, without the adapter's knowledge. A test loads
 * this file into a server, to show that the trial then finds lost answers.
 */
const { PAYLOOM_TEST_SYNCHRONOUS: level = "FULL" } = process.env
const { pragma } = Database.prototype

const replaced: typeof pragma = function (this: Database.Database, source, options) {
  if (source === "synchronous = FULL") return pragma.call(this, `synchronous = ${level}`, options)
  // The adapter checks its setting.
  if (source === "synchronous") return 2
  return pragma.call(this, source, options)
}

Database.prototype.pragma = replaced
