import { TaggedError } from "@payloom/core"

/**
 * The database was not opened, and trying again won't help: what it takes is a person.
 *
 * - `options_invalid`: the path is no text, or an option is not what it must be.
 * - `old_node`: this Node is older than the driver's native code, which would end the process
 *   without a word.
 * - `not_accessible`: the file can't be read or written, or its folder can't.
 * - `not_a_database`: the file is something else than a SQLite database, or damaged.
 * - `foreign`: another program's tables are in the file, and none of this adapter's.
 * - `newer_schema`: a newer release has written the file. Open it with that one.
 * - `not_upgradable`: the file can't be brought to what this release reads and is left as it was.
 *   The detail names the row that is in the way: a document's step fails on it, or makes something
 *   else of it, or it shares with another what is to be unique now. Or it says which of the
 *   adapter's own tables isn't there.
 * - `old_sqlite`: the driver's SQLite library lacks a fix that durability rests on.
 * - `not_durable`: the file system or the driver doesn't let a commit be synced to disk as asked.
 */
export class SqliteRefused extends TaggedError("SqliteRefused")<{
  /** What a program goes by. */
  readonly reason:
    | "options_invalid"
    | "old_node"
    | "not_accessible"
    | "not_a_database"
    | "foreign"
    | "newer_schema"
    | "not_upgradable"
    | "old_sqlite"
    | "not_durable"
  /** The file that was to be opened. */
  readonly path: string
  /** What is wrong with it, and what helps, for people. */
  readonly detail: string
  /** What a document's step threw, where it was one. */
  readonly cause?: unknown
}> {
  override get message(): string {
    const end = /[.?]$/.test(this.detail) ? "" : "."
    return `The database ${this.path} was not opened: ${this.detail}${end}`
  }
}
