import type { createPlan } from "../../billing/plans/createPlan.ts"
import type { IteratePlans, listPlans } from "../../billing/plans/listPlans.ts"
import type { retrievePlan } from "../../billing/plans/retrievePlan.ts"
import type { supersedePlan } from "../../billing/plans/supersedePlan.ts"
import type { updatePlan } from "../../billing/plans/updatePlan.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import type { CallStyle, OnBehalf, Walk } from "./CallStyle.ts"

/** What merchants sell again and again: operations 20 to 23 of the spec, and what supersedes. */
export interface Plans<F extends CallStyle> {
  /**
   * Operation 20 (spec 4.7): makes a plan, in version 1, which takes subscribers at once. What it
   * costs and how often never changes.
   *
   * Refused with `InvalidInput`, such as for a currency that no merchant account settles, and like
   * every mutation for its idempotency key.
   */
  readonly create: OnBehalf<F, typeof createPlan>
  /**
   * Operation 21 (spec 4.7): a page of plans, newest first, 10 of them unless told. The next page
   * is asked for by the id of the last item, which is `nextCursor`.
   *
   * Refused with `InvalidInput`.
   */
  readonly list: OnBehalf<F, typeof listPlans>
  /**
   * All plans that a query finds, newest first. A page is asked for when it is needed, `limit` at a
   * time. Refused as `list` is, at the page that is.
   */
  readonly iterate: Walk<F, [caller: Caller, query?: IteratePlans], typeof listPlans>
  /**
   * Operation 22 (spec 4.7): a plan as it stands, by its id.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrievePlan>
  /**
   * Operation 23 (spec 4.7): changes what is named; what is left out stays. A plan that is retired
   * takes no new subscribers, those who are there stay, and it may become active again.
   *
   * Refused with `InvalidInput`, such as for a new status of a plan that was superseded;
   * `ResourceNotFound`; and like every mutation for its idempotency key.
   */
  readonly update: OnBehalf<F, typeof updatePlan>
  /**
   * Makes the plan that is sold in another's place from now on, such as at a new price: one version
   * further, and in all that is not named like the old one. The old plan becomes `grandfathered`:
   * it takes no new subscribers, those who are there stay on it. Library call.
   *
   * Refused with `InvalidInput`; `PlanRetired`, where the old plan isn't active;
   * `ResourceNotFound`; and like every mutation for its idempotency key.
   */
  readonly supersede: OnBehalf<F, typeof supersedePlan>
}
