import { TaggedError } from "../../kernel/primitives/TaggedError.ts"

/** A mutation has no idempotency key. */
export class IdempotencyKeyMissing extends TaggedError("IdempotencyKeyMissing")<{
  /** A given option that probably is meant as the key. Null if there is none. */
  readonly meant: string | null
}> {
  override get message(): string {
    const { meant } = this
    if (meant !== null) {
      return `The idempotency key is missing: the option is idempotencyKey, but ${meant} was given.`
    }
    return (
      "The idempotency key is missing: give one in the options, which are the last argument, " +
      'such as { idempotencyKey: "order-1" }. The same key and input are carried out once.'
    )
  }
}

/** The key is empty, longer than 255 characters or not printable. */
export class IdempotencyKeyInvalid extends TaggedError("IdempotencyKeyInvalid")<{
  /** The flaw of the key, to follow `it`: "has 300 characters". */
  readonly given: string
}> {
  override get message(): string {
    return (
      "idempotencyKey must be a string of 1 to 255 printable ASCII characters, such as order-1, " +
      `but it ${this.given}.`
    )
  }
}

/** The key was used for a request with another body within the last 24 hours. */
export class IdempotencyMismatch extends TaggedError("IdempotencyMismatch") {
  override get message(): string {
    return (
      "The idempotency key was used for a request with other input: send that request again, " +
      "or take another key for this one."
    )
  }
}

/**
 * The first request with this key has not been answered. It is still running, or it was refused or
 * failed and holds its key for 24 hours.
 */
export class IdempotencyKeyInFlight extends TaggedError("IdempotencyKeyInFlight") {
  override get message(): string {
    return (
      "The first request with this idempotency key has not been answered: send the same request " +
      "again with the same key, with growing waits, or with a new key if the first was refused."
    )
  }
}
