import { Schema } from "effect"
import type { Named } from "../kernel/primitives/Named.ts"
import { KeptText, Reference, Time } from "./bounds.ts"
import { ProviderAction } from "./ProviderAction.ts"

/** What an issuer said of a detail of the card: whether it agrees with what the payer gave. */
export type CheckResult = Named<typeof CheckResult.Type>
const CheckResult = Schema.Literals(["pass", "fail", "unchecked", "unavailable"])

/** What the issuer compared; what is absent nobody asked for. */
export interface CardChecks {
  /** The security code. */
  readonly cvc?: CheckResult | undefined
  /** The postal code of the billing address. */
  readonly postalCode?: CheckResult | undefined
  /** The first line of the billing address. */
  readonly line1?: CheckResult | undefined
}
export const CardChecks = Schema.Struct({
  cvc: Schema.optional(CheckResult),
  postalCode: Schema.optional(CheckResult),
  line1: Schema.optional(CheckResult)
})

/** What a provider knows of a charge that was approved; absent where it doesn't tell. */
export interface Approval {
  /** The scheme's transaction reference, by which a later charge refers to this one. */
  readonly networkReference: string | null
  /**
   * Until when a hold that isn't captured stands, in milliseconds since the epoch: wins over
   * `holdHours`.
   */
  readonly holdsUntil?: number | null | undefined
  /** What the issuer said of the card's details. */
  readonly checks?: CardChecks | null | undefined
  /** The issuer's approval code. */
  readonly authCode?: string | null | undefined
}
const approval = {
  networkReference: Schema.NullOr(Reference),
  holdsUntil: Schema.optional(Schema.NullOr(Time)),
  checks: Schema.optional(Schema.NullOr(CardChecks)),
  authCode: Schema.optional(Schema.NullOr(Schema.String))
}

/**
 * What the network says of trying the same card again: never, later, or once its details are
 * mended. `never` stops the cascade, whatever the decline table says, because schemes fine whoever
 * tries the card again. `later` and `fix` leave the table's decision as it is. All three are the
 * decline's `advice`.
 */
export const NetworkAdvice = Schema.Literals(["never", "later", "fix"])
export type NetworkAdvice = Named<typeof NetworkAdvice.Type>

/**
 * It was charged, or is held. Amount and currency are what the provider says, not what was asked.
 */
export interface ChargeApproved extends Approval {
  readonly _tag: "Approved"
  /** What the provider calls the charge. */
  readonly providerReference: string
  /** Whether the money was taken, rather than held. */
  readonly captured: boolean
  /** What it took or holds, in minor units of the currency. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: string
}

/** The card can't, or may not: whoever issued it has said so, or the provider in its place. */
export interface ChargeDeclined {
  readonly _tag: "Declined"
  /** The provider's own code, which its decline table explains. */
  readonly rawCode: string
  /** The scheme's response code, for raw codes that the table lacks. */
  readonly networkCode: string | null
  /** What the provider calls the charge; null where it gave no name. */
  readonly providerReference: string | null
  /** What the network says of trying the same card again. */
  readonly networkAdvice?: NetworkAdvice | null | undefined
  /** In the provider's own words; for the merchant's side only. */
  readonly message?: string | null | undefined
}

/**
 * The account can't, rather than the card: a revoked key, a missing permission, a limit of the
 * account. Certainly not charged.
 */
export interface ChargeAccountUnavailable {
  readonly _tag: "AccountUnavailable"
  /** Why, for the merchant's side only. */
  readonly reason: string
  /** The provider's own code; null where it gave none. */
  readonly rawCode: string | null
}

/** The payer has to do something first, until then; only where a payer is present. */
export interface ChargeNeedsPayer {
  readonly _tag: "RequiresAction"
  /** What the provider calls the charge. */
  readonly providerReference: string
  /** What the payer has to do. */
  readonly action: ProviderAction
  /** How long the payer has, in milliseconds since the epoch. */
  readonly expiresAt: number
  /** Whatever the provider needs when the payer is back: kept, and handed to `resume`. */
  readonly state?: string | null | undefined
}

/** Accepted, to be settled later by a notification or a lookup. */
export interface ChargePending {
  readonly _tag: "Pending"
  /** What the provider calls the charge. */
  readonly providerReference: string
}

/** Provably never reached the provider. */
export interface ChargeNotSent {
  readonly _tag: "NotSent"
  /** Why, for the merchant's side only. */
  readonly reason: string
}

/** May have been charged. */
export interface ChargeUnknown {
  readonly _tag: "Unknown"
  /** Why nobody knows, for the merchant's side only. */
  readonly reason: string
}

/**
 * The answer of a provider to a charge. An unknown outcome is an answer too: everything that a
 * provider throws and every timeout becomes `Unknown`. Only `NotSent`, `AccountUnavailable` and
 * declines whose decision is `cascade` let the charge go to another MID.
 */
export type ChargeOutcome =
  | ChargeApproved
  | ChargeDeclined
  | ChargeAccountUnavailable
  | ChargeNeedsPayer
  | ChargePending
  | ChargeNotSent
  | ChargeUnknown
export const ChargeOutcome = Schema.TaggedUnion({
  Approved: {
    providerReference: Reference,
    captured: Schema.Boolean,
    amount: Schema.BigInt,
    currency: Schema.String,
    ...approval
  },
  Declined: {
    rawCode: Schema.String,
    networkCode: Schema.NullOr(Schema.String),
    providerReference: Schema.NullOr(Reference),
    networkAdvice: Schema.optional(Schema.NullOr(NetworkAdvice)),
    message: Schema.optional(Schema.NullOr(Schema.String))
  },
  AccountUnavailable: { reason: Schema.String, rawCode: Schema.NullOr(Schema.String) },
  RequiresAction: {
    providerReference: Reference,
    action: ProviderAction,
    expiresAt: Time,
    state: Schema.optional(Schema.NullOr(KeptText))
  },
  Pending: { providerReference: Reference },
  NotSent: { reason: Schema.String },
  Unknown: { reason: Schema.String }
})

/** It can't be paid any more. */
export interface ChargeCanceled {
  readonly _tag: "Canceled"
}

/** It may still be paid, or was. */
export interface ChargeNotCanceled {
  readonly _tag: "NotCanceled"
  /** Why, for the merchant's side only. */
  readonly reason: string
}

/** What a provider said to giving a charge up that waits for its payer. */
export type CancelOutcome = ChargeCanceled | ChargeNotCanceled
export const CancelOutcome = Schema.TaggedUnion({
  Canceled: {},
  NotCanceled: { reason: Schema.String }
})

/** A charge as its provider knows it. */
export interface ChargeFound extends Approval {
  readonly _tag: "Found"
  /** Where it stands at the provider. */
  readonly state:
    | "requires_action"
    | "pending"
    | "authorized"
    | "captured"
    | "declined"
    | "voided"
    | "expired"
    | "refunded"
    /** Captured, and taken back after all: the capture failed, or the payer's bank returned it. */
    | "returned"
  /** What was charged or is held, however much of it was captured, in minor units. */
  readonly amount: bigint
  /**
   * What was captured in all, refunded or not, in minor units; absent where the provider doesn't
   * tell.
   */
  readonly amountCaptured?: bigint | undefined
  /** An ISO 4217 code. */
  readonly currency: string
  /** What the provider calls the charge. */
  readonly providerReference: string
  /** Of a decline or a return: the provider's own code. */
  readonly rawCode: string | null
  /** Of a decline: the scheme's response code. */
  readonly networkCode?: string | null | undefined
  /** Of a decline: what the network says of trying the same card again. */
  readonly networkAdvice?: NetworkAdvice | null | undefined
  /** Of a decline: in the provider's own words; for the merchant's side only. */
  readonly message?: string | null | undefined
}

/**
 * It has no such charge. That is final only after its settle window, counted from the last send. If
 * there is a `doubt`, it is final half an hour after the last send at the earliest, somebody is
 * told, and the charge is looked up for a day longer: one that turns up is taken back.
 */
export interface ChargeAbsent {
  readonly _tag: "Absent"
  /** Why it may turn up all the same, such as a provider that broke down under it. */
  readonly doubt?: string | undefined
}

/** It can't say at the moment. */
export interface LookupUnavailable {
  readonly _tag: "Unavailable"
  /** Why, for the merchant's side only. */
  readonly reason: string
}

/** What a provider knows of a charge, asked by our own reference. */
export type ChargeLookup = ChargeFound | ChargeAbsent | LookupUnavailable
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
      "refunded",
      "returned"
    ]),
    amount: Schema.BigInt,
    amountCaptured: Schema.optional(Schema.BigInt),
    currency: Schema.String,
    providerReference: Reference,
    rawCode: Schema.NullOr(Schema.String),
    networkCode: Schema.optional(Schema.NullOr(Schema.String)),
    networkAdvice: Schema.optional(Schema.NullOr(NetworkAdvice)),
    message: Schema.optional(Schema.NullOr(Schema.String)),
    ...approval
  },
  Absent: { doubt: Schema.optional(Schema.String) },
  Unavailable: { reason: Schema.String }
})
