import { CreatePlan, ListPlans, planCodec, planListCodec, UpdatePlan } from "@payloom/core"
import { operation, type SealedOperation } from "./Operation.ts"

/** The operations of plans. */
export const planOperations: ReadonlyArray<SealedOperation> = [
  operation({
    name: "createPlan",
    summary: "Create a plan",
    tag: "Plans",
    method: "POST",
    path: "/plans",
    body: CreatePlan,
    output: planCodec,
    run: ({ plans }, { caller, body, idempotencyKey }) =>
      plans.create(caller, body, { idempotencyKey })
  }),
  operation({
    name: "listPlans",
    summary: "List plans, newest first",
    tag: "Plans",
    method: "GET",
    path: "/plans",
    query: { schema: ListPlans, single: ["limit", "starting_after", "status"], repeated: [] },
    output: planListCodec,
    run: ({ plans }, { caller, query }) => plans.list(caller, query)
  }),
  operation({
    name: "retrievePlan",
    summary: "Retrieve a plan",
    tag: "Plans",
    method: "GET",
    path: "/plans/{id}",
    output: planCodec,
    run: ({ plans }, { caller, id }) => plans.retrieve(caller, id)
  }),
  operation({
    name: "updatePlan",
    summary: "Rename a plan, retire it or reactivate it. Its price never changes",
    tag: "Plans",
    method: "PATCH",
    path: "/plans/{id}",
    body: UpdatePlan,
    output: planCodec,
    run: ({ plans }, { caller, id, body, idempotencyKey }) =>
      plans.update(caller, id, body, { idempotencyKey })
  })
]
