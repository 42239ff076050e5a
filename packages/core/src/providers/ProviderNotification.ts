import { Schema } from "effect"
import { Reference, Time } from "./bounds.ts"
import { type ChargeFound, ChargeLookup } from "./ChargeOutcome.ts"
import { DisputeReason, DisputeStage } from "./DisputeStage.ts"
import { type ModificationFound, ModificationLookup } from "./ModificationOutcome.ts"
import { SavedMethod } from "./SavedMethod.ts"

/** A raw request from a provider. */
export interface RawNotification {
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The unchanged body, because the signature covers it. */
  readonly body: string
}

interface Notice {
  /** The provider's id of the notification. It is the same on every redelivery. */
  readonly id: string
}

interface DatedNotification extends Notice {
  /**
   * The time of the change at the provider, in milliseconds since the epoch. A capture that is
   * older than its return changes nothing, in whichever order the two arrive. If absent, the last
   * notification to arrive counts as the latest.
   */
  readonly occurredAt?: number
}

/** The outcome of a charge. */
export interface ChargeNotification extends DatedNotification {
  readonly _tag: "Charge"
  /** Our attempt id. */
  readonly reference: string
  /** The charge as the provider knows it. */
  readonly charge: ChargeFound
}

/** The outcome of a capture, void or refund that the engine requested. */
export interface ModificationNotification extends DatedNotification {
  readonly _tag: "Modification"
  /** Our capture, void or refund id. */
  readonly reference: string
  /** The capture, void or refund at the provider. */
  readonly modification: ModificationFound
}

/**
 * A refund that was made in the provider's dashboard, or by another program. A provider may also
 * notify about the engine's own refunds like this. They are recognized by the provider's id.
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
    /** `reversed`, or `failed` after it had succeeded, if the money came back. */
    readonly state: "pending" | "succeeded" | "failed" | "reversed"
    /** The provider's code of a failure. */
    readonly rawCode?: string | null
  }
}

/** A dispute by the cardholder or the issuer, or a request for information. */
export interface DisputeNotification extends Notice {
  readonly _tag: "Dispute"
  /** Our attempt id. */
  readonly reference: string
  /** The dispute as the provider knows it. */
  readonly dispute: {
    readonly providerReference: string
    /**
     * True if the provider didn't say which dispute of the charge this is, so its reference may
     * belong to another one. Then no dispute changes, and the notification is kept for a person to
     * check.
     */
    readonly isUnnamed?: boolean
    readonly stage: DisputeStage
    /** In minor units of the currency. */
    readonly amount: bigint
    readonly currency: string
    /** The scheme's or the provider's code of the reason. */
    readonly rawReason: string | null
    /** The meaning of the code, if the provider has codes of its own. Scheme codes are known. */
    readonly reason?: DisputeReason
    /** The time until which evidence can be submitted, in milliseconds since the epoch. */
    readonly evidenceDueBy: number | null
    /**
     * The time at which the dispute reached this stage at the provider, in milliseconds since the
     * epoch. A late notification does not undo a newer one. If absent, the last notification to
     * arrive counts as the latest.
     */
    readonly occurredAt?: number
  }
}

/**
 * Reports the alternative method that a charge saved, at providers that give its token only after
 * the charge.
 */
export interface SavedMethodNotification extends Notice {
  readonly _tag: "SavedMethod"
  /** Our attempt id. */
  readonly reference: string
  /** The method as the provider saved it. */
  readonly savedMethod: SavedMethod
}

/** A notification of a provider. */
export type ProviderNotification =
  | ChargeNotification
  | ModificationNotification
  | RefundNotification
  | DisputeNotification
  | SavedMethodNotification
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
  },
  SavedMethod: { id: Reference, reference: Reference, savedMethod: SavedMethod }
})
