import { Result } from "effect"

/**
 * Returns the message of a thrown error, or a thrown value as text. Code may throw anything, also a
 * value that fails when it is read. Returns the kind of such a value.
 *
 * @example
 * ```ts
 * reasonOf(new Error("the disk is full")) // "the disk is full"
 * reasonOf(Object.create(null)) // "a thrown object without a text"
 * ```
 */
export const reasonOf = (thrown: unknown): string =>
  Result.getOrElse(
    Result.try(() => String(thrown instanceof Error ? thrown.message : thrown)),
    () => `a thrown ${typeof thrown} without a text`
  )
