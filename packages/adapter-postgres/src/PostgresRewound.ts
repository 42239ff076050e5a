import { TaggedError } from "@payloom/core"

/**
 * The server lacks a commit that this process has acknowledged, as after a failover to a standby
 * that was behind. From then on it is the `cause` of every `StorageUnavailable`: nothing is read or
 * written until the process is restarted.
 */
export class PostgresRewound extends TaggedError("PostgresRewound") {
  override get message(): string {
    return (
      "The database lacks acknowledged commits, as after a failover to a standby that was " +
      "behind. Nothing is read or written until it is reconciled with the providers and the " +
      "process is restarted."
    )
  }
}
