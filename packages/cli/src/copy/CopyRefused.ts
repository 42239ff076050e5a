import { TaggedError } from "@payloom/core"

/**
 * A store was not copied, or the copy is not proven to be one. The target can't be used by an
 * engine until it is, so whatever is in the way can be seen to, and the copy begun again.
 *
 * - `no_store`: what is to be copied holds no store.
 * - `source_incomplete`: it is itself a copy that was not finished.
 * - `target_taken`: where it is to be copied to, there is another store, or a part of one.
 * - `target_used`: the copy was finished before, and an engine has worked on it since.
 * - `source_changed`: an engine has worked on the source meanwhile.
 * - `not_equal`: the copy is not equal to the source, for a reason unknown.
 */
export class CopyRefused extends TaggedError("CopyRefused")<{
  /** What a program goes by. */
  readonly reason:
    | "no_store"
    | "source_incomplete"
    | "target_taken"
    | "target_used"
    | "source_changed"
    | "not_equal"
  /** What is wrong, and what helps, for people. */
  readonly detail: string
}> {
  override get message(): string {
    return `${this.detail}.`
  }
}
