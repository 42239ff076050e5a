import { AlertCollection } from "../platform/events/AlertRecord.ts"
import type { EngineModule } from "../platform/modules/EngineModule.ts"
import {
  listAlerts,
  reopenAlert,
  resolveAlert,
  retrieveAlert,
  takeAlert
} from "./alerts/handleAlerts.ts"
import { AuditCollection } from "./audit/AuditEntry.ts"
import { listAuditEntries } from "./audit/listAuditEntries.ts"

/** The audit log, and the alerts that somebody takes. */
export const operatorsModule = {
  name: "operators",
  collections: [AlertCollection, AuditCollection],
  services: {
    audit: {
      handle: "scope",
      operations: { list: listAuditEntries },
      walks: { iterate: { list: "list", ids: 0 } }
    },
    alerts: {
      handle: "scope",
      operations: {
        list: listAlerts,
        retrieve: retrieveAlert,
        take: takeAlert,
        resolve: resolveAlert,
        reopen: reopenAlert
      },
      walks: { iterate: { list: "list", ids: 0 } }
    }
  },
  routes: [],
  tags: {},
  events: {},
  jobs: {},
  followers: []
} satisfies EngineModule
