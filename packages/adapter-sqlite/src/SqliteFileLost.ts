import { TaggedError } from "@payloom/core"

/** A lost file of the database. */
export interface FileLoss {
  readonly file: string
  readonly reason: "deleted" | "replaced" | "truncated"
}

const what: Readonly<Record<FileLoss["reason"], string>> = {
  deleted: "was deleted or moved",
  replaced: "was replaced by another file",
  truncated: "was truncated"
}

/**
 * A file of the database is no longer the file that was opened. From then on it is the `cause` of
 * every `StorageUnavailable`: nothing is read or written until the process is restarted.
 *
 * - `deleted`: no file has its name any more. The file or a folder above it was deleted or
 *   renamed.
 * - `replaced`: another file has its name. The file was replaced, or a symbolic link to it
 *   changed.
 * - `truncated`: the file is shorter than its content.
 */
export class SqliteFileLost extends TaggedError("SqliteFileLost")<FileLoss> {
  override get message(): string {
    return (
      `The file ${this.file} ${what[this.reason]} while it was open. ` +
      "Nothing is read or written until the file is restored and the process is restarted."
    )
  }
}
