import {
  CheckoutSessionCollection,
  type CheckoutSessionRecord,
  CheckoutSessionStatus
} from "@payloom/core"
import { Effect } from "effect"
import { serviceOf } from "../../frame/leftOut.ts"
import { choiceOf, textsOf } from "../../frame/listQuery.ts"
import type { Read, Room } from "../../Room.ts"
import { customerNames } from "../customers/customerNames.ts"
import type { SessionRow, SessionsPage, SessionView } from "./SessionView.ts"

const rowsOfPage = 50

const readSessions: Read = {
  path: "/sessions",
  run: async ({ merchant, payloom, query }): Promise<SessionsPage> => {
    serviceOf(merchant.checkout, "checkout")
    const { scope } = merchant
    const status = choiceOf(query, "status", CheckoutSessionStatus.literals)
    const { startingAfter } = textsOf(query, ["startingAfter"])
    // The rows are read themselves. The operation would also find the methods of each session.
    const rows = await Effect.runPromise(
      payloom.services.storage.page(scope, CheckoutSessionCollection, {
        ...(status === undefined ? {} : { where: { status } }),
        ...(startingAfter === undefined ? {} : { after: startingAfter }),
        order: "desc",
        limit: rowsOfPage + 1
      })
    )
    const data = rows.slice(0, rowsOfPage).map(({ row }) => rowOf(row))
    const nextCursor = rows.length > rowsOfPage ? (data.at(-1)?.id ?? null) : null
    const payers = data.map(({ customer }) => customer)
    return { data, nextCursor, customers: await customerNames(payloom, scope, payers) }
  }
}

const rowOf = (session: CheckoutSessionRecord): SessionRow => {
  const { id, mode, status, amount, currency, customer, created } = session
  return {
    id,
    mode,
    status,
    amount,
    currency,
    customer,
    created,
    description: session.description ?? null
  }
}

const readSession: Read = {
  path: "/sessions/:id",
  run: async ({ merchant, payloom, id }): Promise<SessionView> => {
    const session = await serviceOf(merchant.checkout, "checkout").retrieve(id)
    const [customers, acts] = await Promise.all([
      customerNames(payloom, merchant.scope, [session.customer]),
      merchant.audit.list({ subject: id, limit: 20 })
    ])
    const isOpen = session.status === "created" || session.status === "active"
    return { session, customer: customers[0] ?? null, isOpen, acts: acts.data }
  }
}

/** The list of checkout sessions, and the page of a session. */
export const sessionsRoom: Room = {
  reads: [readSessions, readSession],
  acts: [
    {
      name: "checkout.cancel",
      role: "operator",
      run: ({ merchant, subject }) => serviceOf(merchant.checkout, "checkout").cancel(subject)
    }
  ]
}
