/** A command can't do its work. The message says in one line what to do. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed"
  /** The reason, for scripts: lower-case letters and underscores. */
  readonly reason: string

  constructor(reason: string, message: string) {
    super(message)
    this.reason = reason
  }
}
