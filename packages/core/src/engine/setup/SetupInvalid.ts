import { TaggedError } from "../../kernel/primitives/TaggedError.ts"

/** One thing that is wrong with a setup. */
export interface SetupIssue {
  /** The name of the field, such as `options.drainMs`. */
  readonly field: string
  /** The requirement as a sentence. The given value may be a secret and is never repeated. */
  readonly message: string
}

/** The setup is wrong. Lists everything that is wrong at once. */
export class SetupInvalid extends TaggedError("SetupInvalid")<{
  /** Everything that is wrong. */
  readonly issues: readonly [SetupIssue, ...ReadonlyArray<SetupIssue>]
}> {
  override get message(): string {
    const sentences = this.issues.map(({ message }) => message).join(" ")
    return `The engine was not started because its setup is wrong: ${sentences}`
  }
}
