import { TaggedError } from "@payloom/core"

/**
 * A store was not copied, or the proof failed. No engine can use the target until a copy is proven.
 * Remove the cause and start the copy again.
 *
 * - `no_store`: there is no store to copy.
 * - `source_incomplete`: the source is itself a copy that was not finished.
 * - `target_taken`: the target contains another store, or a part of one.
 * - `target_used`: the copy was finished before, and an engine has used it since.
 * - `source_changed`: an engine used the source during the copy.
 * - `tenant_moves`: a move of a tenant between the cells of the source is not finished.
 * - `modules_missing`: the source has tables of modules that were not named.
 * - `not_equal`: the copy differs from the source. The cause is unknown.
 */
export class CopyRefused extends TaggedError("CopyRefused")<{
  /** The cause, for programs. */
  readonly reason:
    | "no_store"
    | "source_incomplete"
    | "target_taken"
    | "target_used"
    | "source_changed"
    | "tenant_moves"
    | "modules_missing"
    | "not_equal"
  /** The cause and the remedy, for people. */
  readonly detail: string
}> {
  override get message(): string {
    return `${this.detail}.`
  }
}
