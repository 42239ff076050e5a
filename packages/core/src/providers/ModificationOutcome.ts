import { Schema } from "effect"

/** What a provider said to a capture, void or refund. */
export const ModificationOutcome = Schema.TaggedUnion({
  Succeeded: { providerReference: Schema.String },
  Failed: { rawCode: Schema.String },
  /**
   * The account can't at the moment: a revoked key, a missing permission, a limit of the account.
   * Certainly not carried out; it is sent again.
   */
  Refused: { reason: Schema.String, rawCode: Schema.NullOr(Schema.String) },
  /** A capture or void came too late: the provider no longer holds the money. */
  HoldExpired: {},
  /** Accepted, to be settled later by a notification or a lookup. */
  Pending: { providerReference: Schema.String },
  /** Provably never reached the provider. */
  NotSent: { reason: Schema.String },
  /** May have been carried out. */
  Unknown: { reason: Schema.String }
})
export type ModificationOutcome = typeof ModificationOutcome.Type

/** What a provider knows of a capture, void or refund, asked by our own reference. */
export const ModificationLookup = Schema.TaggedUnion({
  Found: {
    state: Schema.Literals(["pending", "succeeded", "failed", "hold_expired", "reversed"]),
    providerReference: Schema.String,
    rawCode: Schema.NullOr(Schema.String)
  },
  /** Final only once the provider's settle window has passed since the last send. */
  Absent: {},
  Unavailable: { reason: Schema.String }
})
export type ModificationLookup = typeof ModificationLookup.Type
