import { Schema } from "effect"
import type { Named } from "../kernel/primitives/Named.ts"
import { KeptText, Reference, Time } from "./bounds.ts"
import { ProviderAction } from "./ProviderAction.ts"
import { SavedMethod } from "./SavedMethod.ts"

/** The issuer's check of one detail of the card against the payer's input. */
export type CheckResult = Named<typeof CheckResult.Type>
const CheckResult = Schema.Literals(["pass", "fail", "unchecked", "unavailable"])

/** The issuer's checks of the card. Absent checks were not requested. */
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

/** The details of an approved charge. Absent if the provider doesn't give them. */
export interface Approval {
  /** The scheme's transaction reference, which later charges refer to. */
  readonly networkReference: string | null
  /**
   * The end of an uncaptured hold, in milliseconds since the epoch. It has precedence over
   * `holdHours`.
   */
  readonly holdsUntil?: number | null | undefined
  /**
   * The most that may be captured in all, in minor units, if the provider allows more than it
   * holds.
   */
  readonly capturableUpTo?: bigint | null | undefined
  /** The issuer's checks of the card's details. */
  readonly checks?: CardChecks | null | undefined
  /** The issuer's approval code. */
  readonly authCode?: string | null | undefined
  /**
   * The alternative method that was saved by a charge that starts an agreement. Absent if none was.
   */
  readonly savedMethod?: SavedMethod | null | undefined
}
const approval = {
  networkReference: Schema.NullOr(Reference),
  holdsUntil: Schema.optional(Schema.NullOr(Time)),
  capturableUpTo: Schema.optional(Schema.NullOr(Schema.BigInt)),
  checks: Schema.optional(Schema.NullOr(CardChecks)),
  authCode: Schema.optional(Schema.NullOr(Schema.String)),
  savedMethod: Schema.optional(Schema.NullOr(SavedMethod))
}

/**
 * The network's advice about the same card: `never` retry it, retry it `later`, or `fix` its
 * details first. `never` stops the cascade, whatever the decline table says, because schemes fine
 * merchants who retry such a card. `later` and `fix` leave the table's decision as it is. All three
 * are the decline's `advice`.
 */
export const NetworkAdvice = Schema.Literals(["never", "later", "fix"])
export type NetworkAdvice = Named<typeof NetworkAdvice.Type>

/**
 * The money was taken or is held. Amount and currency are the provider's, not those of the request.
 */
export interface ChargeApproved extends Approval {
  readonly _tag: "Approved"
  /** The provider's id of the charge. */
  readonly providerReference: string
  /** True if the money was taken, false if it is held. */
  readonly captured: boolean
  /** The amount taken or held, in minor units of the currency. */
  readonly amount: bigint
  /** An ISO 4217 code. */
  readonly currency: string
}

/** The issuer declined the charge, or the provider did in its place. */
export interface ChargeDeclined {
  readonly _tag: "Declined"
  /** The provider's own code. Its decline table has the meaning. */
  readonly rawCode: string
  /** The scheme's response code, for raw codes that the table lacks. */
  readonly networkCode: string | null
  /** The provider's id of the charge. Null if it gave none. */
  readonly providerReference: string | null
  /** The network's advice about retrying the same card. */
  readonly networkAdvice?: NetworkAdvice | null | undefined
  /** The provider's own words. They are for the merchant only. */
  readonly message?: string | null | undefined
}

/**
 * The account can't charge, whatever the card: a revoked key, a missing permission, or a limit of
 * the account. The card was certainly not charged.
 */
export interface ChargeAccountUnavailable {
  readonly _tag: "AccountUnavailable"
  /** The reason, for the merchant only. */
  readonly reason: string
  /** The provider's own code. Null if it gave none. */
  readonly rawCode: string | null
}

/** The payer has to act before `expiresAt`. Only allowed if a payer is present. */
export interface ChargeNeedsPayer {
  readonly _tag: "RequiresAction"
  /** The provider's id of the charge. */
  readonly providerReference: string
  /** The action that the payer has to take. */
  readonly action: ProviderAction
  /** The time until which the payer can act, in milliseconds since the epoch. */
  readonly expiresAt: number
  /**
   * A text that the provider needs when the payer is back. It is stored, and passed to `resume`.
   */
  readonly state?: string | null | undefined
}

/** Accepted. A notification or a lookup will bring the outcome. */
export interface ChargePending {
  readonly _tag: "Pending"
  /** The provider's id of the charge. */
  readonly providerReference: string
  /** The alternative method that was saved, if the provider says so only here. */
  readonly savedMethod?: SavedMethod | null | undefined
}

/** The request provably never reached the provider. */
export interface ChargeNotSent {
  readonly _tag: "NotSent"
  /** The reason, for the merchant only. */
  readonly reason: string
}

/** The card may have been charged. */
export interface ChargeUnknown {
  readonly _tag: "Unknown"
  /** The reason why the outcome is unknown, for the merchant only. */
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
  Pending: {
    providerReference: Reference,
    savedMethod: Schema.optional(Schema.NullOr(SavedMethod))
  },
  NotSent: { reason: Schema.String },
  Unknown: { reason: Schema.String }
})

/** The charge can't be paid any more. */
export interface ChargeCanceled {
  readonly _tag: "Canceled"
}

/** The charge may still be paid, or was paid. */
export interface ChargeNotCanceled {
  readonly _tag: "NotCanceled"
  /** The reason, for the merchant only. */
  readonly reason: string
}

/** The answer of a provider to the cancellation of a charge that waits for its payer. */
export type CancelOutcome = ChargeCanceled | ChargeNotCanceled
export const CancelOutcome = Schema.TaggedUnion({
  Canceled: {},
  NotCanceled: { reason: Schema.String }
})

/** A charge at the provider. */
export interface ChargeFound extends Approval {
  readonly _tag: "Found"
  /** The state of the charge at the provider. */
  readonly state:
    | "requires_action"
    | "pending"
    | "authorized"
    | "captured"
    | "declined"
    | "voided"
    | "expired"
    | "refunded"
    /** Captured and then lost: the capture failed, or the payer's bank returned the money. */
    | "returned"
  /** The amount charged or held, however much of it was captured, in minor units. */
  readonly amount: bigint
  /**
   * The total that was captured, refunded or not, in minor units. Absent if the provider doesn't
   * say.
   */
  readonly amountCaptured?: bigint | undefined
  /** An ISO 4217 code. */
  readonly currency: string
  /** The provider's id of the charge. */
  readonly providerReference: string
  /** The provider's own code of a decline or a return. */
  readonly rawCode: string | null
  /** The scheme's response code of a decline. */
  readonly networkCode?: string | null | undefined
  /** The network's advice about retrying the same card, for a decline. */
  readonly networkAdvice?: NetworkAdvice | null | undefined
  /** The provider's own words about a decline. They are for the merchant only. */
  readonly message?: string | null | undefined
}

/**
 * The provider has no such charge. This is final only after its settle window, counted from the
 * last send. With a `doubt` it is final half an hour after the last send at the earliest. Then an
 * alert is recorded, and the charge is looked up for another day. If it turns up, the money is
 * returned.
 */
export interface ChargeAbsent {
  readonly _tag: "Absent"
  /** The reason why it may still turn up, such as a failure of the provider during the call. */
  readonly doubt?: string | undefined
}

/** The provider can't answer at the moment. */
export interface LookupUnavailable {
  readonly _tag: "Unavailable"
  /** The reason, for the merchant only. */
  readonly reason: string
}

/** The answer of a provider to the lookup of a charge by our reference. */
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
