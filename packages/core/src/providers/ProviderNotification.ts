import { Schema } from "effect"
import { Reference, Time } from "./bounds.ts"
import { type ChargeFound, ChargeLookup } from "./ChargeOutcome.ts"
import { DisputeReason, DisputeStage } from "./DisputeStage.ts"
import { type ModificationFound, ModificationLookup } from "./ModificationOutcome.ts"

/** A request that a provider sent us, as it came. */
export interface RawNotification {
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** As it came, for the signature to be checked. */
  readonly body: string
}

interface Notice {
  /** The provider's own id of it, the same on every repeat. */
  readonly id: string
}

interface DatedNotification extends Notice {
  /**
   * When it happened at the provider, in milliseconds since the epoch. A capture that is older than
   * its return changes nothing, in whatever order the two arrive. Without it, what comes last is
   * taken for the latest.
   */
  readonly occurredAt?: number
}

/** What became of a charge. */
export interface ChargeNotification extends DatedNotification {
  readonly _tag: "Charge"
  /** Our attempt id. */
  readonly reference: string
  /** The charge as the provider knows it. */
  readonly charge: ChargeFound
}

/** What became of a capture, void or refund that was asked for here. */
export interface ModificationNotification extends DatedNotification {
  readonly _tag: "Modification"
  /** Our capture, void or refund id. */
  readonly reference: string
  /** It as the provider knows it. */
  readonly modification: ModificationFound
}

/**
 * A refund that was made in the provider's dashboard, or by another program. One of our own may be
 * told of like this too: it is known by what the provider calls it.
 */
export interface RefundNotification extends Notice {
  readonly _tag: "Refund"
  /** Our attempt id. */
  readonly reference: string
  /** The refund as the provider knows it. */
  readonly refund: {
    readonly providerReference: string
    /** In minor units of the currency. */
    readonly amount: bigint
    readonly currency: string
    /** `reversed`, or `failed` after it had succeeded, where the money came back. */
    readonly state: "pending" | "succeeded" | "failed" | "reversed"
    /** Why it failed, in the provider's code. */
    readonly rawCode?: string | null
  }
}

/** What a card's holder or issuer takes back, or asks about. */
export interface DisputeNotification extends Notice {
  readonly _tag: "Dispute"
  /** Our attempt id. */
  readonly reference: string
  /** The dispute as the provider knows it. */
  readonly dispute: {
    readonly providerReference: string
    /**
     * Whether the provider didn't say which dispute of the charge it is, so that its reference may
     * be another's. It moves none then, and is kept for somebody to look at.
     */
    readonly isUnnamed?: boolean
    readonly stage: DisputeStage
    /** In minor units of the currency. */
    readonly amount: bigint
    readonly currency: string
    /** The scheme's or the provider's code of the reason. */
    readonly rawReason: string | null
    /** What that means, where the provider has codes of its own; the scheme's are known. */
    readonly reason?: DisputeReason
    /** Until when evidence may be handed in, in milliseconds since the epoch. */
    readonly evidenceDueBy: number | null
    /**
     * When it came so far at the provider, in milliseconds since the epoch: what overtook it on
     * its way here is not undone. Without it, what comes last is taken for the latest.
     */
    readonly occurredAt?: number
  }
}

/** One thing a provider tells of its own accord. */
export type ProviderNotification =
  | ChargeNotification
  | ModificationNotification
  | RefundNotification
  | DisputeNotification
export const ProviderNotification = Schema.TaggedUnion({
  Charge: {
    id: Reference,
    reference: Reference,
    charge: ChargeLookup.cases.Found,
    occurredAt: Schema.optionalKey(Time)
  },
  Modification: {
    id: Reference,
    reference: Reference,
    modification: ModificationLookup.cases.Found,
    occurredAt: Schema.optionalKey(Time)
  },
  Refund: {
    id: Reference,
    reference: Reference,
    refund: Schema.Struct({
      providerReference: Reference,
      amount: Schema.BigInt,
      currency: Schema.String,
      state: Schema.Literals(["pending", "succeeded", "failed", "reversed"]),
      rawCode: Schema.optionalKey(Schema.NullOr(Schema.String))
    })
  },
  Dispute: {
    id: Reference,
    reference: Reference,
    dispute: Schema.Struct({
      providerReference: Reference,
      isUnnamed: Schema.optionalKey(Schema.Boolean),
      stage: DisputeStage,
      amount: Schema.BigInt,
      currency: Schema.String,
      rawReason: Schema.NullOr(Schema.String),
      reason: Schema.optionalKey(DisputeReason),
      evidenceDueBy: Schema.NullOr(Time),
      occurredAt: Schema.optionalKey(Time)
    })
  }
})
