import { Schema } from "effect"
import { Reference } from "./bounds.ts"
import type { LookupUnavailable } from "./ChargeOutcome.ts"

/** It was carried out. */
export interface ModificationSucceeded {
  readonly _tag: "Succeeded"
  /** What the provider calls it. */
  readonly providerReference: string
}

/** It won't be carried out. */
export interface ModificationFailed {
  readonly _tag: "Failed"
  /** The provider's own code. */
  readonly rawCode: string
}

/**
 * The account can't at the moment: a revoked key, a missing permission, a limit of the account.
 * Certainly not carried out; it is sent again.
 */
export interface ModificationAccountUnavailable {
  readonly _tag: "AccountUnavailable"
  /** Why, for the merchant's side only. */
  readonly reason: string
  /** The provider's own code; null where it gave none. */
  readonly rawCode: string | null
}

/** A capture or void came too late: the provider no longer holds the money. */
export interface HoldExpired {
  readonly _tag: "HoldExpired"
}

/** Accepted, to be settled later by a notification or a lookup. */
export interface ModificationPending {
  readonly _tag: "Pending"
  /** What the provider calls it. */
  readonly providerReference: string
}

/** Provably never reached the provider. */
export interface ModificationNotSent {
  readonly _tag: "NotSent"
  /** Why, for the merchant's side only. */
  readonly reason: string
}

/** May have been carried out. */
export interface ModificationUnknown {
  readonly _tag: "Unknown"
  /** Why nobody knows, for the merchant's side only. */
  readonly reason: string
}

/** What a provider said to a capture, void or refund. */
export type ModificationOutcome =
  | ModificationSucceeded
  | ModificationFailed
  | ModificationAccountUnavailable
  | HoldExpired
  | ModificationPending
  | ModificationNotSent
  | ModificationUnknown
export const ModificationOutcome = Schema.TaggedUnion({
  Succeeded: { providerReference: Reference },
  Failed: { rawCode: Schema.String },
  AccountUnavailable: { reason: Schema.String, rawCode: Schema.NullOr(Schema.String) },
  HoldExpired: {},
  Pending: { providerReference: Reference },
  NotSent: { reason: Schema.String },
  Unknown: { reason: Schema.String }
})

/** A capture, void or refund as its provider knows it. */
export interface ModificationFound {
  readonly _tag: "Found"
  /** Where it stands at the provider. */
  readonly state: "pending" | "succeeded" | "failed" | "hold_expired" | "reversed"
  /** What the provider calls it. */
  readonly providerReference: string
  /** Of one that failed: the provider's own code. */
  readonly rawCode: string | null
}

/** It has no such one: final only once its settle window has passed since the last send. */
export interface ModificationAbsent {
  readonly _tag: "Absent"
}

/** What a provider knows of a capture, void or refund, asked by our own reference. */
export type ModificationLookup = ModificationFound | ModificationAbsent | LookupUnavailable
export const ModificationLookup = Schema.TaggedUnion({
  Found: {
    state: Schema.Literals(["pending", "succeeded", "failed", "hold_expired", "reversed"]),
    providerReference: Reference,
    rawCode: Schema.NullOr(Schema.String)
  },
  Absent: {},
  Unavailable: { reason: Schema.String }
})
