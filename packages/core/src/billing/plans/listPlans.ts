import { Effect, Schema } from "effect"
import { inputChecker } from "../../input/decodeInput.ts"
import { idPage } from "../../pagination/idPage.ts"
import { type ListCodec, list, listCodec } from "../../pagination/List.ts"
import { cursorFields, type PageLimit } from "../../pagination/ListQuery.ts"
import type { Caller } from "../../tenants/Caller.ts"
import { PlanId } from "../../values/PublicId.ts"
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
