import { isEngineError, PlanStatus, type UpdatePlan } from "@payloom/core"
import { serviceOf } from "../../frame/leftOut.ts"
import { choiceOf, textsOf } from "../../frame/listQuery.ts"
import type { Read, Room } from "../../Room.ts"
import type { PlansPage, PlanView } from "./PlanView.ts"

const rowsOfPage = 50
const previewedCycles = 6

const readPlans: Read = {
  path: "/plans",
  run: async ({ merchant, query }): Promise<PlansPage> => {
    const status = choiceOf(query, "status", PlanStatus.literals)
    const { data, nextCursor } = await serviceOf(merchant.plans, "billing").list({
      ...textsOf(query, ["startingAfter"]),
      ...(status === undefined ? {} : { status }),
      limit: rowsOfPage
    })
    return { data, nextCursor }
  }
}

const readPlan: Read = {
  path: "/plans/:id",
  run: async ({ merchant, id }): Promise<PlanView> => {
    const plan = await serviceOf(merchant.plans, "billing").retrieve(id)
    const subscriptions = serviceOf(merchant.subscriptions, "billing")
    const [previewed, acts] = await Promise.all([
      plan.status === "active"
        ? subscriptions.preview({ plan: id }, { cycles: previewedCycles }).catch(asRefusal)
        : null,
      merchant.audit.list({ subject: id, limit: 20 })
    ])
    return {
      plan,
      preview: typeof previewed === "string" ? null : previewed,
      refusal: typeof previewed === "string" ? previewed : null,
      acts: acts.data
    }
  }
}

/** Returns the sentence of a refused preview. */
const asRefusal = (error: unknown): string => {
  if (isEngineError(error)) return error.message
  throw error
}

/** The list of plans, and the page of a plan. */
export const plansRoom: Room = {
  reads: [readPlans, readPlan],
  acts: [
    {
      name: "plans.update",
      role: "admin",
      run: ({ merchant, subject, input, idempotencyKey }) =>
        serviceOf(merchant.plans, "billing").update(subject, input as UpdatePlan, {
          idempotencyKey
        })
    }
  ]
}
