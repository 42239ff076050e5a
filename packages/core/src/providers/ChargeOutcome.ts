import { Schema } from "effect"
import { Millis } from "../values/Timestamp.ts"
import { WebUrl } from "../values/WebUrl.ts"

/** What a payer has to do before a charge can go on. */
export const ProviderAction = Schema.TaggedUnion({
  /** To go to this address, which sends them back. */
  Redirect: { url: WebUrl },
  /** To pay by themselves, as told and under this reference: by transfer, or in a shop. */
  Instructions: { text: Schema.String, reference: Schema.String }
})
export type ProviderAction = typeof ProviderAction.Type

/**
 * What a provider said to a charge. The unknown is one of the answers: whatever a provider throws
 * and every timeout becomes `Unknown`, and only `NotSent` or a decline whose decision is `cascade`
 * may go on to another MID.
 */
export const ChargeOutcome = Schema.TaggedUnion({
  /** Amount and currency are what the provider says it took or holds, not what was asked. */
  Approved: {
    providerReference: Schema.String,
    /** Whether the money was taken, rather than held. */
    captured: Schema.Boolean,
    amount: Schema.BigInt,
    currency: Schema.String,
    /** The scheme's transaction reference, by which a later charge refers to this one. */
    networkReference: Schema.NullOr(Schema.String)
  },
  Declined: {
    rawCode: Schema.String,
    networkCode: Schema.NullOr(Schema.String),
    providerReference: Schema.NullOr(Schema.String)
  },
  /** The payer has to do something first, until then; only where a payer is present. */
  RequiresAction: { providerReference: Schema.String, action: ProviderAction, expiresAt: Millis },
  /** Accepted, to be settled later by a notification or a lookup. */
  Pending: { providerReference: Schema.String },
  /** Provably never reached the provider. */
  NotSent: { reason: Schema.String },
  /** May have been charged. */
  Unknown: { reason: Schema.String }
})
export type ChargeOutcome = typeof ChargeOutcome.Type

/** What a provider knows of a charge, asked by our own reference. */
export const ChargeLookup = Schema.TaggedUnion({
  Found: {
    state: Schema.Literals([
      "requires_action",
      "pending",
      "authorized",
      "captured",
      "declined",
      "voided",
      "expired",
      "refunded"
    ]),
    /** What was charged or is held, however much of it was captured. */
    amount: Schema.BigInt,
    /** What was captured in all, refunded or not; absent where the provider doesn't tell. */
    amountCaptured: Schema.optional(Schema.BigInt),
    currency: Schema.String,
    providerReference: Schema.String,
    rawCode: Schema.NullOr(Schema.String),
    networkReference: Schema.NullOr(Schema.String)
  },
  /** Final only once the provider's settle window has passed since the last send. */
  Absent: {},
  Unavailable: { reason: Schema.String }
})
export type ChargeLookup = typeof ChargeLookup.Type
/** A charge as its provider knows it. */
export type ChargeFound = typeof ChargeLookup.cases.Found.Type
