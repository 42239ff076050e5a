import { type HttpRoute, route } from "../../platform/routes/HttpRoute.ts"
import { ListPlans, planListCodec } from "./listPlans.ts"
import { planCodec } from "./Plan.ts"
import { CreatePlan, UpdatePlan } from "./planInput.ts"

/** The routes of plans. */
export const planRoutes: ReadonlyArray<HttpRoute> = [
  route({
    name: "createPlan",
    calls: ["plans", "create"],
    summary: "Create a plan",
    findOut: "List plans.",
    tag: "Plans",
    method: "POST",
    path: "/plans",
    body: CreatePlan,
    output: planCodec
  }),
  route({
    name: "listPlans",
    calls: ["plans", "list"],
    summary: "List plans, newest first",
    tag: "Plans",
    method: "GET",
    path: "/plans",
    query: { schema: ListPlans, single: ["limit", "starting_after", "status"], repeated: [] },
    output: planListCodec
  }),
  route({
    name: "retrievePlan",
    calls: ["plans", "retrieve"],
    summary: "Retrieve a plan",
    tag: "Plans",
    method: "GET",
    path: "/plans/{id}",
    output: planCodec
  }),
  route({
    name: "updatePlan",
    calls: ["plans", "update"],
    summary: "Rename a plan, retire it or reactivate it. Its price never changes",
    findOut: "Retrieve the plan.",
    tag: "Plans",
    method: "PATCH",
    path: "/plans/{id}",
    body: UpdatePlan,
    output: planCodec
  })
]
