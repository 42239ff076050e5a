import { TaggedError } from "@payloom/core"

/**
 * The database was not opened, and trying again won't help: what it takes is a person.
 *
 * - `options_invalid`: an option is not what it must be.
 * - `not_accessible`: the server refuses the user, the password, or the database's name.
 * - `old_server`: the server is older than PostgreSQL 14.
 * - `foreign`: the schema has tables of another program, and none of this adapter's.
 * - `newer_schema`: a newer release has written the schema. Open it with that one.
 * - `not_upgradable`: the schema can't be brought to what this release reads, and is left as it
 *   was. The detail says what is in the way.
 * - `read_only`: `default_transaction_read_only` is on, so that the server refuses every write.
 * - `not_durable`: the server is set to answer a commit before it is on disk.
 */
export class PostgresRefused extends TaggedError("PostgresRefused")<{
  /** What a program goes by. */
  readonly reason:
    | "options_invalid"
    | "not_accessible"
    | "old_server"
    | "foreign"
    | "newer_schema"
    | "not_upgradable"
    | "read_only"
    | "not_durable"
  /** The schema that was to be opened. */
  readonly schema: string
  /** What is wrong, and what helps, for people. */
  readonly detail: string
  /** What the server answered, or a document's step threw, where it was one. */
  readonly cause?: unknown
}> {
  override get message(): string {
    const end = /[.?]$/.test(this.detail) ? "" : "."
    return `The schema ${this.schema} was not opened: ${this.detail}${end}`
  }
}
