import { TaggedError } from "../../kernel/primitives/TaggedError.ts"

/** One thing that is wrong with a setup. */
export interface SetupIssue {
  /** Where it is, such as `options.drainMs`. */
  readonly field: string
  /** What it must be, as a sentence; never what was given, which may be a secret. */
  readonly message: string
}

/** No engine can be made of this setup: all that is wrong with it, at once. */
export class SetupInvalid extends TaggedError("SetupInvalid")<{
  /** All that is wrong, one by one. */
  readonly issues: readonly [SetupIssue, ...ReadonlyArray<SetupIssue>]
}> {
  override get message(): string {
    const sentences = this.issues.map(({ message }) => message).join(" ")
    return `The engine was not started because its setup is wrong: ${sentences}`
  }
}
