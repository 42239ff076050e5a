import { TaggedError } from "@payloom/core"

/**
 * A store was not backed up or not restored. Nothing that looks like a whole backup or a whole
 * store was left behind.
 *
 * - `no_store`: there is no file, or no engine has used it.
 * - `no_backup`: the file has no manifest, or the manifest has no file.
 * - `target_taken`: a file with the target's name, or a file that SQLite would read with it,
 *   exists.
 * - `not_accessible`: a file or folder can't be read or written.
 * - `unfinished`: the store is an unfinished copy, or was restored and not reconciled yet.
 * - `newer_schema`: a newer release has written the file. Use that release.
 * - `damaged`: the file is damaged, its books don't balance, or it differs from its manifest.
 */
export class BackupRefused extends TaggedError("BackupRefused")<{
  /** The cause, for programs. */
  readonly reason:
    | "no_store"
    | "no_backup"
    | "target_taken"
    | "not_accessible"
    | "unfinished"
    | "newer_schema"
    | "damaged"
  /** The file that it is about. */
  readonly path: string
  /** The cause and the remedy, for people. */
  readonly detail: string
}> {
  override get message(): string {
    return `${this.detail}.`
  }
}
