import { Effect, Schema } from "effect"
import { named } from "../../kernel/codec/named.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { PlanId } from "../../kernel/primitives/PublicId.ts"
import { idPage } from "../../platform/pagination/idPage.ts"
import { type ListCodec, list, listCodec } from "../../platform/pagination/List.ts"
import { cursorFields, type PageLimit } from "../../platform/pagination/ListQuery.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { type Plan, PlanCollection, PlanStatus, planCodec, toPlan } from "./Plan.ts"

/** The query of an iteration over plans. */
export interface IteratePlans extends PageLimit {
  /** Only plans in this status. */
  readonly status?: PlanStatus
}

/** The query of a page of plans. The default limit is 10. */
export interface ListPlans extends IteratePlans {
  /** The id of the last plan on the previous page. */
  readonly startingAfter?: string
}
export const ListPlans = Schema.Struct({
  limit: cursorFields.limit,
  startingAfter: Schema.optionalKey(PlanId),
  status: Schema.optionalKey(PlanStatus)
}).pipe(Schema.encodeKeys({ startingAfter: "starting_after" }), named("ListPlans"))

export const planListCodec: ListCodec<Plan> = listCodec(planCodec)

const checkInput = inputChecker(ListPlans)

/** Returns a page of plans, newest first. */
export const listPlans = Effect.fnUntraced(function* (caller: Caller, query: ListPlans = {}) {
  const { scope } = caller
  const { status, ...cursor } = yield* Effect.fromResult(checkInput(query))
  const { rows, nextCursor } = yield* idPage({
    of: PlanCollection,
    scope,
    where: status === undefined ? {} : { status },
    ...cursor
  })
  return list(
    rows.map(({ row }) => toPlan(row)),
    nextCursor
  )
})
