import { Effect, Schema } from "effect"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { PlanId } from "../../kernel/primitives/PublicId.ts"
import { idPage } from "../../platform/pagination/idPage.ts"
import { type ListCodec, list, listCodec } from "../../platform/pagination/List.ts"
import { cursorFields, type PageLimit } from "../../platform/pagination/ListQuery.ts"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { Plan, PlanCollection, PlanStatus, toPlan } from "./Plan.ts"

/** Which plans to walk through. */
export interface IteratePlans extends PageLimit {
  /** Only those in this status. */
  readonly status?: PlanStatus
}

/** Which plans to list (operation 21, spec 4.7): 10 a page unless told. */
export interface ListPlans extends IteratePlans {
  /** The id of the last item on the page before. */
  readonly startingAfter?: string
}
export const ListPlans = Schema.Struct({
  limit: cursorFields.limit,
  startingAfter: Schema.optionalKey(PlanId),
  status: Schema.optionalKey(PlanStatus)
})
  .pipe(Schema.encodeKeys({ startingAfter: "starting_after" }))
  .annotate({ identifier: "ListPlans" })

export const planListCodec: ListCodec<Plan> = listCodec(Plan)

const checkInput = inputChecker(ListPlans)

/** Operation 21 (spec 4.7): plans, newest first. */
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
