import type { Room } from "../../Room.ts"
import { readCustomer } from "./readCustomer.ts"
import { readCustomers } from "./readCustomers.ts"

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
      name: "customers.erase",
      role: "admin",
      run: ({ merchant, subject, idempotencyKey }) =>
        merchant.customers.erase(subject, { idempotencyKey })
    }
  ]
}
