import { Schema } from "effect"

/** One thing that is wrong with a setup. */
export const SetupIssue = Schema.Struct({
  /** Where it is, such as `options.drainMs`. */
  field: Schema.String,
  /** What it must be, as a sentence; never what was given, which may be a secret. */
  message: Schema.String
})
export interface SetupIssue extends Schema.Schema.Type<typeof SetupIssue> {}

/** No engine can be made of this setup: all that is wrong with it, at once. */
export class SetupInvalid extends Schema.TaggedError<SetupInvalid>()("SetupInvalid", {
  issues: Schema.NonEmptyArray(SetupIssue)
}) {
  override get message(): string {
    const sentences = this.issues.map(({ message }) => message).join(" ")
    return `The engine was not started, for its setup has to be mended: ${sentences}`
  }
}
