import { Effect } from "effect"
import type { Caller } from "../../platform/tenants/Caller.ts"
import { getPlan, toPlan } from "./Plan.ts"

/** Returns a plan. */
export const retrievePlan = Effect.fnUntraced(function* (caller: Caller, id: string) {
  return toPlan((yield* getPlan(caller.scope, id)).row)
})
