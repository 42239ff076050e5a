import type { createPlan } from "../../billing/plans/createPlan.ts"
import type { IteratePlans, listPlans } from "../../billing/plans/listPlans.ts"
import type { retrievePlan } from "../../billing/plans/retrievePlan.ts"
import type { supersedePlan } from "../../billing/plans/supersedePlan.ts"
import type { updatePlan } from "../../billing/plans/updatePlan.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import type { CallStyle, OnBehalf, Walk } from "./CallStyle.ts"

/** Plans: the terms on which merchants sell subscriptions. */
export interface Plans<F extends CallStyle> {
  /**
   * Creates a plan in version 1. It accepts subscribers at once. Its price and interval never
   * change.
   *
   * Refused with `InvalidInput`, such as for a currency that no merchant account settles, and the
   * idempotency errors of every mutation.
   */
  readonly create: OnBehalf<F, typeof createPlan>
  /**
   * Returns a page of plans, newest first. The default limit is 10. `nextCursor` is the id of the
   * page's last plan.
   *
   * Refused with `InvalidInput`.
   */
  readonly list: OnBehalf<F, typeof listPlans>
  /**
   * Iterates over all plans that match a query, newest first. Pages of `limit` plans are read as
   * needed. Each page may be refused like `list`.
   */
  readonly iterate: Walk<F, [caller: Caller, query?: IteratePlans], typeof listPlans>
  /**
   * Returns a plan by its id.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly retrieve: OnBehalf<F, typeof retrievePlan>
  /**
   * Changes the given fields of a plan. A field that is left out stays. A retired plan accepts no
   * new subscribers and keeps its existing ones. It may become active again.
   *
   * Refused with
   * - `InvalidInput`, such as for a new status of a superseded plan,
   * - `ResourceNotFound`,
   * - the idempotency errors of every mutation.
   */
  readonly update: OnBehalf<F, typeof updatePlan>
  /**
   * Creates the successor of a plan, such as at a new price. The successor has the next version
   * number, and the terms of the old plan unless given. The old plan becomes `grandfathered`: it
   * accepts no new subscribers and keeps its existing ones. Library only.
   *
   * Refused with
   * - `InvalidInput`,
   * - `PlanRetired` if the old plan isn't active,
   * - `ResourceNotFound`,
   * - the idempotency errors of every mutation.
   */
  readonly supersede: OnBehalf<F, typeof supersedePlan>
}
