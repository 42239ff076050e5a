import { TaggedError } from "@payloom/core"

/**
 * The database was not opened. Retrying won't help: a person has to change something.
 *
 * - `options_invalid`: an option is not valid.
 * - `not_accessible`: the server refuses the user, the password, or the database's name.
 * - `old_server`: the server is older than PostgreSQL 14.
 * - `foreign`: the schema has tables of another program, and none of this adapter's.
 * - `newer_schema`: a newer release has written the schema. Open it with that release.
 * - `no_store`: there is no store there, and `upgrade` is false.
 * - `other_release`: another release has written the schema, and `upgrade` is false.
 * - `not_upgradable`: the schema can't be upgraded to this release, and is left unchanged. The
 *   detail says why.
 * - `read_only`: `default_transaction_read_only` is on, so the server refuses every write.
 * - `not_durable`: the server is configured to confirm a commit before it is on disk.
 * - `isolation`: transactions of your pool, or through a pooler, have another isolation level than
 *   `read committed`.
 */
export class PostgresRefused extends TaggedError("PostgresRefused")<{
  /** The cause, for programs. */
  readonly reason:
    | "options_invalid"
    | "not_accessible"
    | "old_server"
    | "foreign"
    | "newer_schema"
    | "no_store"
    | "other_release"
    | "not_upgradable"
    | "read_only"
    | "not_durable"
    | "isolation"
  /** The schema that was not opened. */
  readonly schema: string
  /** The cause and the remedy, for people. */
  readonly detail: string
  /** The error of the server, or of a document's upgrade step, if there was one. */
  readonly cause?: unknown
}> {
  override get message(): string {
    const end = /[.?]$/.test(this.detail) ? "" : "."
    return `The schema ${this.schema} was not opened: ${this.detail}${end}`
  }
}
