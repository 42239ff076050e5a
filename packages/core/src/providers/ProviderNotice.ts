import { Schema } from "effect"
import { Millis } from "../values/Timestamp.ts"
import { ChargeLookup } from "./ChargeOutcome.ts"
import { ModificationLookup } from "./ModificationOutcome.ts"

/** A request that a provider sent us, as it came. */
export interface RawNotification {
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** How far a dispute has come (spec 2.11). */
const DisputeStage = Schema.Literals([
  "alert",
  "retrieval_request",
  "chargeback_received",
  "evidence_required",
  "representment_submitted",
  "pre_arbitration",
  "arbitration",
  "won",
  "lost",
  "accepted",
  "expired",
  "reversed_by_alert"
])

/** One thing a provider tells of its own accord; `id` is its own, the same on every repeat. */
export const ProviderNotice = Schema.TaggedUnion({
  Charge: {
    id: Schema.String,
    /** Our attempt id. */
    reference: Schema.String,
    charge: ChargeLookup.cases.Found
  },
  Modification: {
    id: Schema.String,
    /** Our capture, void or refund id. */
    reference: Schema.String,
    modification: ModificationLookup.cases.Found
  },
  /** A refund that was made in the provider's dashboard, or by another program. */
  Refund: {
    id: Schema.String,
    /** Our attempt id. */
    reference: Schema.String,
    refund: Schema.Struct({
      providerReference: Schema.String,
      amount: Schema.BigInt,
      currency: Schema.String,
      state: Schema.Literals(["pending", "succeeded", "failed"])
    })
  },
  /** What a card's holder or issuer takes back, or asks about. */
  Dispute: {
    id: Schema.String,
    /** Our attempt id. */
    reference: Schema.String,
    dispute: Schema.Struct({
      providerReference: Schema.String,
      stage: DisputeStage,
      amount: Schema.BigInt,
      currency: Schema.String,
      /** The scheme's or the provider's code of the reason. */
      rawReason: Schema.NullOr(Schema.String),
      /** Until when evidence may be handed in. */
      evidenceDueBy: Schema.NullOr(Millis)
    })
  }
})
export type ProviderNotice = typeof ProviderNotice.Type
