import { type Dispute, DisputeStage, PaymentCollection, type Scope } from "@payloom/core"
import { Effect } from "effect"
import { choiceOf, textsOf } from "../../frame/listQuery.ts"
import type { ConsoleEngine, Read, ReadCall } from "../../Room.ts"
import { customerNames } from "../customers/customerNames.ts"
import { type DisputedPayment, type DisputesPage, disputeLists } from "./DisputeView.ts"
import { disputesDue } from "./disputesDue.ts"

const rowsOfPage = 50

const closed: ReadonlySet<string> = new Set([
  "won",
  "lost",
  "accepted",
  "expired",
  "reversed_by_alert"
])

const closedStages = DisputeStage.literals.filter((stage) => closed.has(stage))
const openStages = DisputeStage.literals.filter((stage) => !closed.has(stage))

/** The disputes: by deadline, or newest first. */
export const readDisputes: Read = {
  path: "/disputes",
  run: async (call): Promise<DisputesPage> => {
    const { merchant, payloom, now } = call
    const { data, nextCursor } = await pageOf(call)
    const payments = await paymentsOf(
      payloom,
      merchant.scope,
      data.map(({ payment }) => payment)
    )
    const customers = await customerNames(
      payloom,
      merchant.scope,
      payments.map(({ customer }) => customer)
    )
    return { data, nextCursor, payments, customers, now }
  }
}

type Page = Pick<DisputesPage, "data" | "nextCursor">

const pageOf = async ({ merchant, payloom, query, now }: ReadCall): Promise<Page> => {
  const show = choiceOf(query, "show", disputeLists) ?? "due"
  const { startingAfter = "" } = textsOf(query, ["startingAfter"])
  if (show !== "due") {
    const stage = show === "open" ? openStages : closedStages
    const cursor = startingAfter === "" ? {} : { startingAfter }
    return merchant.disputes.list({ stage, limit: rowsOfPage, ...cursor })
  }
  const { rows, nextCursor } = await disputesDue(payloom, merchant.scope, now, startingAfter)
  const data = await Promise.all(
    rows.map(({ id }): Promise<Dispute> => merchant.disputes.retrieve(id))
  )
  return { data, nextCursor }
}

/** Reads the payments of disputes at once, by their ids. */
const paymentsOf = async (
  { services }: ConsoleEngine,
  scope: Scope,
  ids: ReadonlyArray<string>
): Promise<ReadonlyArray<DisputedPayment>> => {
  if (ids.length === 0) return []
  const wanted = [...new Set(ids)]
  const rows = await Effect.runPromise(services.storage.getMany(scope, PaymentCollection, wanted))
  return rows.map(({ row: { id, amount, currency, customer, created } }) => ({
    ...{ id, amount, currency, customer, created }
  }))
}
