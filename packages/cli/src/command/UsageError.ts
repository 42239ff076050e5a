/** The command line is not valid. The message says in one line what to change. */
export class UsageError extends Error {
  override readonly name = "UsageError"
}
