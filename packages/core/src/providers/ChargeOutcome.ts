import { Schema } from "effect"
import { Millis } from "../values/Timestamp.ts"
import { WebUrl } from "../values/WebUrl.ts"

/** What a provider calls a kind of action. */
const ActionKind = Schema.String.check(Schema.isPattern(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/))

/** What a payer has to do before a charge can go on. */
export const ProviderAction = Schema.TaggedUnion({
  /** To go to this address, which sends them back. */
  Redirect: { url: WebUrl },
  /** To pay by themselves, as told and under this reference: by transfer, or in a shop. */
  Instructions: { text: Schema.String, reference: Schema.String },
  /** To be taken through it by the provider's own script, on the page that they are on. */
  ClientSide: { kind: ActionKind, payload: Schema.Json }
})
export type ProviderAction = typeof ProviderAction.Type

/** What an issuer said of a detail of the card: whether it agrees with what the payer gave. */
const CheckResult = Schema.Literals(["pass", "fail", "unchecked", "unavailable"])

/** What the issuer compared; what is absent nobody asked for. */
export const CardChecks = Schema.Struct({
  cvc: Schema.optional(CheckResult),
  postalCode: Schema.optional(CheckResult),
  line1: Schema.optional(CheckResult)
})
export type CardChecks = typeof CardChecks.Type

/** What a provider knows of a charge that was approved; absent where it doesn't tell. */
const approval = {
  /** The scheme's transaction reference, by which a later charge refers to this one. */
  networkReference: Schema.NullOr(Schema.String),
  /** Until when a hold that isn't captured stands: wins over `holdHours`. */
  holdsUntil: Schema.optional(Schema.NullOr(Millis)),
  checks: Schema.optional(Schema.NullOr(CardChecks)),
  /** The issuer's approval code. */
  authCode: Schema.optional(Schema.NullOr(Schema.String))
}

/**
 * What the network says of trying the same card again: never, later, or once its details are
 * mended. It wins over the decline table, since schemes fine who doesn't keep to it.
 */
export const NetworkAdvice = Schema.Literals(["never", "later", "fix"])
export type NetworkAdvice = typeof NetworkAdvice.Type

/**
 * What a provider said to a charge. The unknown is one of the answers: whatever a provider throws
 * and every timeout becomes `Unknown`, and only `NotSent`, `Refused`, or a decline whose decision
 * is `cascade` may go on to another MID.
 */
export const ChargeOutcome = Schema.TaggedUnion({
  /** Amount and currency are what the provider says it took or holds, not what was asked. */
  Approved: {
    providerReference: Schema.String,
    /** Whether the money was taken, rather than held. */
    captured: Schema.Boolean,
    amount: Schema.BigInt,
    currency: Schema.String,
    ...approval
  },
  /** The card can't, or may not: whoever issued it has said so, or the provider in its place. */
  Declined: {
    rawCode: Schema.String,
    networkCode: Schema.NullOr(Schema.String),
    providerReference: Schema.NullOr(Schema.String),
    networkAdvice: Schema.optional(Schema.NullOr(NetworkAdvice)),
    /** In the provider's own words; for the merchant's side only. */
    message: Schema.optional(Schema.NullOr(Schema.String))
  },
  /**
   * The account can't, rather than the card: a revoked key, a missing permission, a limit of the
   * account. Certainly not charged.
   */
  Refused: { reason: Schema.String, rawCode: Schema.NullOr(Schema.String) },
  /** The payer has to do something first, until then; only where a payer is present. */
  RequiresAction: {
    providerReference: Schema.String,
    action: ProviderAction,
    expiresAt: Millis,
    /** Whatever the provider needs when the payer is back: kept, and handed to `resume`. */
    state: Schema.optional(Schema.NullOr(Schema.String))
  },
  /** Accepted, to be settled later by a notification or a lookup. */
  Pending: { providerReference: Schema.String },
  /** Provably never reached the provider. */
  NotSent: { reason: Schema.String },
  /** May have been charged. */
  Unknown: { reason: Schema.String }
})
export type ChargeOutcome = typeof ChargeOutcome.Type

/** What a provider said to giving a charge up that waits for its payer. */
export const CancelOutcome = Schema.TaggedUnion({
  /** It can't be paid any more. */
  Canceled: {},
  /** It may still be paid, or was. */
  NotCanceled: { reason: Schema.String }
})
export type CancelOutcome = typeof CancelOutcome.Type

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
    networkCode: Schema.optional(Schema.NullOr(Schema.String)),
    networkAdvice: Schema.optional(Schema.NullOr(NetworkAdvice)),
    message: Schema.optional(Schema.NullOr(Schema.String)),
    ...approval
  },
  /** Final only once the provider's settle window has passed since the last send. */
  Absent: {},
  Unavailable: { reason: Schema.String }
})
export type ChargeLookup = typeof ChargeLookup.Type
/** A charge as its provider knows it. */
export type ChargeFound = typeof ChargeLookup.cases.Found.Type
