import type { EngineModule } from "../platform/modules/EngineModule.ts"
import { LedgerGroupCollection } from "./LedgerGroup.ts"
import { reconcile } from "./reconcile.ts"
import { revenue } from "./revenue.ts"
import { statement } from "./statement.ts"
import { trialBalance } from "./trialBalance.ts"

/** The double-entry ledger. */
export const ledgerModule = {
  name: "ledger",
  collections: [LedgerGroupCollection],
  services: {
    ledger: {
      handle: "scope",
      operations: { trialBalance, statement, revenue, reconcile },
      walks: {}
    }
  },
  routes: [],
  tags: {},
  events: {},
  jobs: {},
  followers: []
} satisfies EngineModule
