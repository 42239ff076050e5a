import { Schema } from "effect"

/**
 * The database was not opened, and trying again won't help: what it takes is a person.
 *
 * - `newer_schema`: a newer release has written the file. Open it with that one.
 * - `old_sqlite`: the driver's SQLite library lacks a fix that durability rests on.
 * - `not_durable`: the file system or the driver doesn't let a commit be synced to disk as asked.
 */
export class SqliteRefused extends Schema.TaggedError<SqliteRefused>()("SqliteRefused", {
  reason: Schema.Literals(["newer_schema", "old_sqlite", "not_durable"]),
  path: Schema.String,
  detail: Schema.String
}) {
  override get message(): string {
    return `${this.path} was not opened (${this.reason}): ${this.detail}`
  }
}
