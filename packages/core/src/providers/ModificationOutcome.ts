import { Schema } from "effect"
import { Reference, Time } from "./bounds.ts"
import type { LookupUnavailable } from "./ChargeOutcome.ts"

/** The capture, void, refund or increment was carried out. */
export interface ModificationSucceeded {
  readonly _tag: "Succeeded"
  /** The provider's id of it. */
  readonly providerReference: string
  /**
   * The new end of the hold after an increment, in milliseconds since the epoch. Absent if the end
   * stays, or if the provider doesn't say.
   */
  readonly holdsUntil?: number | null | undefined
}

/** The capture, void or refund failed and will not be carried out. */
export interface ModificationFailed {
  readonly _tag: "Failed"
  /** The provider's own code. */
  readonly rawCode: string
}

/**
 * The account can't do it at the moment: a revoked key, a missing permission, or a limit of the
 * account. It was certainly not carried out, and is sent again.
 */
export interface ModificationAccountUnavailable {
  readonly _tag: "AccountUnavailable"
  /** The reason, for the merchant only. */
  readonly reason: string
  /** The provider's own code. Null if it gave none. */
  readonly rawCode: string | null
}

/** The capture or void came too late, because the provider no longer holds the money. */
export interface HoldExpired {
  readonly _tag: "HoldExpired"
}

/** Accepted. A notification or a lookup will bring the outcome. */
export interface ModificationPending {
  readonly _tag: "Pending"
  /** The provider's id of it. */
  readonly providerReference: string
}

/** The request provably never reached the provider. */
export interface ModificationNotSent {
  readonly _tag: "NotSent"
  /** The reason, for the merchant only. */
  readonly reason: string
}

/** It may have been carried out. */
export interface ModificationUnknown {
  readonly _tag: "Unknown"
  /** The reason why the outcome is unknown, for the merchant only. */
  readonly reason: string
  /**
   * True if the provider saved this answer under our reference. It then repeats the answer until it
   * forgets the reference, so an alert is raised after ten minutes. False if absent.
   */
  readonly isSaved?: boolean | undefined
}

/** The answer of a provider to a capture, void or refund. */
export type ModificationOutcome =
  | ModificationSucceeded
  | ModificationFailed
  | ModificationAccountUnavailable
  | HoldExpired
  | ModificationPending
  | ModificationNotSent
  | ModificationUnknown
export const ModificationOutcome = Schema.TaggedUnion({
  Succeeded: {
    providerReference: Reference,
    holdsUntil: Schema.optional(Schema.NullOr(Time))
  },
  Failed: { rawCode: Schema.String },
  AccountUnavailable: { reason: Schema.String, rawCode: Schema.NullOr(Schema.String) },
  HoldExpired: {},
  Pending: { providerReference: Reference },
  NotSent: { reason: Schema.String },
  Unknown: { reason: Schema.String, isSaved: Schema.optional(Schema.Boolean) }
})

/** A capture, void or refund at the provider. */
export interface ModificationFound {
  readonly _tag: "Found"
  /** Its state at the provider. */
  readonly state: "pending" | "succeeded" | "failed" | "hold_expired" | "reversed"
  /** The provider's id of it. */
  readonly providerReference: string
  /** The provider's own code of a failure. */
  readonly rawCode: string | null
}

/**
 * The provider has no such capture, void or refund. This is final only after its settle window,
 * counted from the last send.
 */
export interface ModificationAbsent {
  readonly _tag: "Absent"
}

/** The answer of a provider to the lookup of a capture, void or refund by our reference. */
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
