import { Schema } from "effect"
import type { Named } from "../kernel/primitives/Named.ts"

/** How far a dispute has come (spec 2.11). */
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

/** Why a payer disputes a payment, whatever scheme it was paid by: `other` where nobody says. */
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
