import type { AuditEntry, Plan, SubscriptionPreview } from "@payloom/core"

/** A page of plans, newest first. */
export interface PlansPage {
  readonly data: ReadonlyArray<Plan>
  readonly nextCursor: string | null
}

/** Everything that the page of a plan shows. */
export interface PlanView {
  readonly plan: Plan
  /** The charges of a subscription that began now. Null if the plan takes no subscribers. */
  readonly preview: SubscriptionPreview | null
  /** The reason why it has no preview, such as a currency that no account settles. */
  readonly refusal: string | null
  readonly acts: ReadonlyArray<AuditEntry>
}
