import { Schema } from "effect"

/** A mutation came without its key (spec 4). */
export class IdempotencyKeyMissing extends Schema.TaggedError<IdempotencyKeyMissing>()(
  "IdempotencyKeyMissing",
  {}
) {}

/** The key is empty, longer than 255 characters or not printable. */
export class IdempotencyKeyInvalid extends Schema.TaggedError<IdempotencyKeyInvalid>()(
  "IdempotencyKeyInvalid",
  {}
) {}

/** The key was used for a request with another body within the last 24 hours. */
export class IdempotencyMismatch extends Schema.TaggedError<IdempotencyMismatch>()(
  "IdempotencyMismatch",
  {}
) {}

/**
 * The first request with this key has not answered: it still runs, or it was refused or failed and
 * holds its key until 24 hours have passed.
 */
export class IdempotencyKeyInFlight extends Schema.TaggedError<IdempotencyKeyInFlight>()(
  "IdempotencyKeyInFlight",
  {}
) {}
