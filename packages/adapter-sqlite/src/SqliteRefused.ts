import { TaggedError } from "@payloom/core"

/**
 * The database was not opened. Retrying won't help: a person has to change something.
 *
 * - `options_invalid`: the path is not a string, or an option is not valid.
 * - `old_node`: this Node is too old for the driver's native code, which would end the process
 *   without a message.
 * - `not_accessible`: the file or its folder can't be read or written.
 * - `not_a_database`: the file is not a SQLite database, or is damaged.
 * - `foreign`: the file has tables of another program, and none of this adapter's.
 * - `newer_schema`: a newer release has written the file. Open it with that release.
 * - `no_store`: there is no store there, and `upgrade` is false.
 * - `other_release`: another release has written the file, and `upgrade` is false.
 * - `not_upgradable`: the file can't be upgraded to this release, and is left unchanged. The
 *   detail names the row that prevents it: a document's upgrade step fails on it or changes its id,
 *   or another row has the same value of a new unique key. Or it names a missing table of the
 *   adapter itself.
 * - `old_sqlite`: the driver's SQLite library lacks a fix that durability needs.
 * - `not_durable`: the file system or the driver can't sync commits to disk as required.
 */
export class SqliteRefused extends TaggedError("SqliteRefused")<{
  /** The cause, for programs. */
  readonly reason:
    | "options_invalid"
    | "old_node"
    | "not_accessible"
    | "not_a_database"
    | "foreign"
    | "newer_schema"
    | "no_store"
    | "other_release"
    | "not_upgradable"
    | "old_sqlite"
    | "not_durable"
  /** The file that was not opened. */
  readonly path: string
  /** The cause and the remedy, for people. */
  readonly detail: string
  /** The error of a document's upgrade step, if there was one. */
  readonly cause?: unknown
}> {
  override get message(): string {
    const end = /[.?]$/.test(this.detail) ? "" : "."
    return `The database ${this.path} was not opened: ${this.detail}${end}`
  }
}
