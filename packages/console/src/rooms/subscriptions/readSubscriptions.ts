import { PlanCollection, SubscriptionStatus } from "@payloom/core"
import { Effect } from "effect"
import { serviceOf } from "../../frame/leftOut.ts"
import { choiceOf, textsOf } from "../../frame/listQuery.ts"
import type { Read, ReadCall } from "../../Room.ts"
import { customerNames } from "../customers/customerNames.ts"
import type { PlanName, SubscriptionsPage } from "./SubscriptionView.ts"

const rowsOfPage = 50

/** The list of subscriptions, newest first. */
export const readSubscriptions: Read = {
  path: "/subscriptions",
  run: async ({ merchant, payloom, query }): Promise<SubscriptionsPage> => {
    const { scope } = merchant
    const status = choiceOf(query, "status", SubscriptionStatus.literals)
    const { data, nextCursor } = await serviceOf(merchant.subscriptions, "billing").list({
      ...textsOf(query, ["customer", "plan", "startingAfter"]),
      ...(status === undefined ? {} : { status }),
      limit: rowsOfPage
    })
    const [customers, plans] = await Promise.all([
      customerNames(
        payloom,
        scope,
        data.map(({ customer }) => customer)
      ),
      planNames(
        payloom,
        scope,
        data.map(({ plan }) => plan)
      )
    ])
    return { data, nextCursor, customers, plans }
  }
}

/** Reads the plans of a list at once, by their ids. */
export const planNames = async (
  { services }: ReadCall["payloom"],
  scope: ReadCall["merchant"]["scope"],
  ids: ReadonlyArray<string | null>
): Promise<ReadonlyArray<PlanName>> => {
  const wanted = [...new Set(ids.flatMap((id) => (id === null ? [] : [id])))]
  if (wanted.length === 0) return []
  const rows = await Effect.runPromise(services.storage.getMany(scope, PlanCollection, wanted))
  return rows.map(({ row: { id, name } }) => ({ id, name }))
}
