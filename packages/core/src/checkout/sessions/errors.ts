import { TaggedError } from "../../kernel/primitives/TaggedError.ts"

interface RefusedSession {
  /** The session's id. */
  readonly session: string
  /** The id of the session's payment. Null if it has none. */
  readonly payment: string | null
}

/** The session was paid before. Read its result instead of paying again. */
export class SessionAlreadySucceeded extends TaggedError(
  "SessionAlreadySucceeded"
)<RefusedSession> {
  override get message(): string {
    return `The session ${this.session} was paid before: read its status instead of paying again.`
  }
}

/** A confirm is in progress. Read its result from the status. */
export class SessionProcessing extends TaggedError("SessionProcessing")<RefusedSession> {
  override get message(): string {
    return `A payment of the session ${this.session} is under way: read its status for the result.`
  }
}

/** The session has failed, expired or been canceled. */
export class SessionNotOpen extends TaggedError("SessionNotOpen")<
  RefusedSession & {
    /** The session's status: `failed`, `expired` or `canceled`. */
    readonly status: string
  }
> {
  override get message(): string {
    return `The session ${this.session} is ${this.status} and takes no payment: create another.`
  }
}
