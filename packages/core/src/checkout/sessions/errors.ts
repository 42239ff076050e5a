import { TaggedError } from "../../kernel/primitives/TaggedError.ts"

interface RefusedSession {
  /** The session's id. */
  readonly session: string
  /** The id of the session's payment; null where it has none. */
  readonly payment: string | null
}

/** The session succeeded before: its result is to be read, not paid again (spec 3.2). */
export class SessionAlreadySucceeded extends TaggedError(
  "SessionAlreadySucceeded"
)<RefusedSession> {
  override get message(): string {
    return `The session ${this.session} was paid before: read its status instead of paying again.`
  }
}

/** A confirm is under way: its result is to be read from the status. */
export class SessionProcessing extends TaggedError("SessionProcessing")<RefusedSession> {
  override get message(): string {
    return `A payment of the session ${this.session} is under way: read its status for the result.`
  }
}

/** The session has failed, expired or been canceled. */
export class SessionNotOpen extends TaggedError("SessionNotOpen")<
  RefusedSession & {
    /** What became of the session: `failed`, `expired` or `canceled`. */
    readonly status: string
  }
> {
  override get message(): string {
    return `The session ${this.session} is ${this.status} and takes no payment: create another.`
  }
}
