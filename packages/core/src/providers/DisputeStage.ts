import { Schema } from "effect"
import type { Named } from "../kernel/primitives/Named.ts"

/** The stage of a dispute. */
export const DisputeStage = Schema.Literals([
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
export type DisputeStage = Named<typeof DisputeStage.Type>

/** The reason of a dispute, independent of the scheme. `other` if it is unknown. */
export const DisputeReason = Schema.Literals([
  "fraud",
  "unrecognized",
  "duplicate",
  "not_received",
  "not_as_described",
  "subscription_canceled",
  "credit_not_processed",
  "wrong_amount",
  "authorization",
  "processing_error",
  "other"
])
export type DisputeReason = Named<typeof DisputeReason.Type>
