import type { EngineModule } from "../platform/modules/EngineModule.ts"
import { AuditCollection } from "./audit/AuditEntry.ts"
import { listAuditEntries } from "./audit/listAuditEntries.ts"

/** The audit log, and the alerts that somebody takes. */
export const operatorsModule = {
  name: "operators",
  collections: [AuditCollection],
  services: {
    audit: {
      handle: "scope",
      operations: { list: listAuditEntries },
      walks: { iterate: { list: "list", ids: 0 } }
    }
  },
  routes: [],
  tags: {},
  events: {},
  jobs: {},
  followers: []
} satisfies EngineModule
