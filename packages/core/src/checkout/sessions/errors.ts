import { Schema } from "effect"

const session = {
  session: Schema.String,
  /** The session's payment, null where it has none. */
  payment: Schema.NullOr(Schema.String)
}

/** The session succeeded before: its result is to be read, not paid again (spec 3.2). */
export class SessionAlreadySucceeded extends Schema.TaggedError<SessionAlreadySucceeded>()(
  "SessionAlreadySucceeded",
  session
) {
  override get message(): string {
    return `The session ${this.session} was paid before: read its status instead of paying again.`
  }
}

/** A confirm is under way: its result is to be read from the status. */
export class SessionProcessing extends Schema.TaggedError<SessionProcessing>()(
  "SessionProcessing",
  session
) {
  override get message(): string {
    return `A payment of the session ${this.session} is under way: read its status for the result.`
  }
}

/** The session has failed, expired or been canceled. */
export class SessionNotOpen extends Schema.TaggedError<SessionNotOpen>()("SessionNotOpen", {
  ...session,
  status: Schema.String
}) {
  override get message(): string {
    return `The session ${this.session} is ${this.status} and takes no payment: create another.`
  }
}
