import { defineModule } from "@payloom/core"
import { Earned, Expired, Spent } from "./events.ts"
import { earning, spending } from "./followers.ts"
import { expire, release } from "./jobs.ts"
import { accounts } from "./ledger.ts"
import { storeCreditOperations } from "./operations.ts"
import { Reservations, Wallets } from "./rows.ts"

/** Credit that customers earn by payments and spend at checkout. */
export const storeCredit = defineModule({
  name: "store_credit",
  description: "Credit that customers earn by payments and spend at checkout.",
  collections: [Wallets, Reservations],
  operations: { storeCredit: storeCreditOperations },
  events: [Earned, Spent, Expired],
  jobs: [expire, release],
  followers: [earning, spending],
  accounts
})
