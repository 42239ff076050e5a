import { TaggedError } from "../values/TaggedError.ts"

/** A mutation came without its key (spec 4). */
export class IdempotencyKeyMissing extends TaggedError("IdempotencyKeyMissing") {
  override get message(): string {
    return (
      "The idempotency key is missing: give one in the options, which are the last argument, " +
      'such as { idempotencyKey: "order-1" }. The same key and input are carried out once.'
    )
  }
}

/** The key is empty, longer than 255 characters or not printable. */
export class IdempotencyKeyInvalid extends TaggedError("IdempotencyKeyInvalid") {
  override get message(): string {
    return (
      "idempotencyKey must be a string of 1 to 255 printable ASCII characters, such as order-1: " +
      "what was given is none."
    )
  }
}

/** The key was used for a request with another body within the last 24 hours. */
export class IdempotencyMismatch extends TaggedError("IdempotencyMismatch") {
  override get message(): string {
    return "The idempotency key was used for a request with other input: take another for this one."
  }
}

/**
 * The first request with this key has not answered: it still runs, or it was refused or failed and
 * holds its key until 24 hours have passed.
 */
export class IdempotencyKeyInFlight extends TaggedError("IdempotencyKeyInFlight") {
  override get message(): string {
    return (
      "The first request with this idempotency key has not been answered: " +
      "send the same again with the same key, backing off."
    )
  }
}
