import type { CreatePortalSession } from "@payloom/core"
import { serviceOf } from "../../frame/leftOut.ts"
import type { Room } from "../../Room.ts"
import { readCustomer } from "./readCustomer.ts"
import { readCustomers } from "./readCustomers.ts"

/** The portal of a customer, for the person who sends its address to them. */
interface PortalLink {
  /** The id of the portal session. */
  readonly session: string
  /** The address of the hosted page. Only the first answer has it. */
  readonly url: string | null
  /** The time at which the session ends, in milliseconds since the epoch. */
  readonly expiresAt: number
}

/** The customers, and the page of a customer with their saved cards. */
export const customersRoom: Room = {
  reads: [readCustomers, readCustomer],
  acts: [
    {
      name: "paymentInstruments.detach",
      role: "operator",
      run: ({ merchant, subject }) => merchant.paymentInstruments.detach(subject)
    },
    {
      name: "portalSessions.create",
      role: "operator",
      run: async ({ merchant, subject, input, idempotencyKey }): Promise<PortalLink> => {
        const fields = { ...Object(input), customer: subject } as CreatePortalSession
        const portals = serviceOf(merchant.portalSessions, "checkout")
        const { id, url = null, expiresAt } = await portals.create(fields, { idempotencyKey })
        return { session: id, url, expiresAt }
      }
    },
    {
      name: "customers.erase",
      role: "admin",
      run: ({ merchant, subject, idempotencyKey }) =>
        merchant.customers.erase(subject, { idempotencyKey })
    }
  ]
}
