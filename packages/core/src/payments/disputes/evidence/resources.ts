import type { DisputeId } from "../../../kernel/primitives/PublicId.ts"
import type { EvidenceForm } from "../../../providers/DisputeEvidence.ts"

/** The last evidence that the engine sent to the provider of a dispute. */
export interface LastEvidence {
  /** `sent` if its outcome is unknown: submit the same evidence again. */
  readonly status: "sent" | "submitted" | "stored"
  /** The time of the call, in milliseconds since the epoch. */
  readonly sentAt: number
}

/** The evidence that a dispute takes. */
export interface DisputeEvidenceForms {
  readonly object: "dispute_evidence"
  readonly dispute: DisputeId
  /**
   * `open` if the dispute takes evidence. `closed` if it is decided, late, or has all evidence.
   * `not_supported` if the provider takes evidence in its dashboard only. `unavailable` if the
   * provider can't answer now.
   */
  readonly status: "open" | "closed" | "not_supported" | "unavailable"
  /** One form for each reason. Empty unless `open`. */
  readonly forms: ReadonlyArray<EvidenceForm>
  /** The provider's reason if it is `unavailable`, else null. */
  readonly reason: string | null
  /** Null if the engine sent none, or the provider refused it. */
  readonly last: LastEvidence | null
}

/** The result of a submission of evidence. */
export interface EvidenceSubmission {
  readonly object: "evidence_submission"
  readonly dispute: DisputeId
  /**
   * - `submitted`: the bank gets the evidence. The stage changes when the provider notifies of it.
   * - `stored`: the provider has the evidence, and the bank does not.
   * - `refused`: the provider refused it. `reason` says why. Correct the evidence.
   * - `not_sent`: nothing was sent. Try again.
   * - `unknown`: the answer was lost. Submit the same evidence again, which submits it once. If it
   *   is still `unknown`, the provider does not say what it has: wait for its notification.
   */
  readonly status: "submitted" | "stored" | "refused" | "not_sent" | "unknown"
  /** The provider's code if it is `refused`, else null. */
  readonly rawCode: string | null
  /** The provider's reason if it is neither `submitted` nor `stored`. Null otherwise. */
  readonly reason: string | null
}
