import { detachPaymentInstrument } from "../billing/detachPaymentInstrument.ts"
import { UnfollowedMoveCollection } from "../modules/UnfollowedMove.ts"
import { EventCollection } from "../platform/events/EventRecord.ts"
import { IdempotencyRecordCollection } from "../platform/idempotency/IdempotencyRecord.ts"
import type { EngineModule } from "../platform/modules/EngineModule.ts"
import { DeploymentCollection } from "../platform/secrets/Deployment.ts"
import { JobCollection } from "../platform/storage/Job.ts"
import { ApiKeyCollection } from "../platform/tenants/ApiKey.ts"
import { tenantSettings, updateAccount } from "../platform/tenants/accountSettings.ts"
import { authenticate, createApiKey, revokeApiKey } from "../platform/tenants/apiKeys.ts"
import { createTenant, findTenant } from "../platform/tenants/createTenant.ts"
import { TenantCollection } from "../platform/tenants/Tenant.ts"
import { checkStorage } from "./workers/checkStorage.ts"
import { nextDue, runDue } from "./workers/runDue.ts"
import { sweepExpired } from "./workers/sweepExpired.ts"

/** Tenants, events, jobs and idempotency keys. Every other module stands on them. */
export const engineModule = {
  name: "engine",
  collections: [
    ApiKeyCollection,
    DeploymentCollection,
    EventCollection,
    IdempotencyRecordCollection,
    JobCollection,
    TenantCollection,
    UnfollowedMoveCollection
  ],
  services: {
    tenants: {
      handle: "engine",
      operations: {
        create: createTenant,
        find: findTenant,
        authenticate,
        settings: tenantSettings,
        updateAccount,
        createApiKey,
        revokeApiKey
      },
      onScope: ["settings", "updateAccount", "createApiKey", "revokeApiKey"],
      walks: {}
    },
    background: {
      handle: "engine",
      operations: { runDue, nextDue, sweep: sweepExpired, checkStorage },
      walks: {}
    }
  },
  addsTo: { paymentInstruments: { detach: detachPaymentInstrument } },
  routes: [],
  tags: {},
  events: {},
  jobs: {},
  followers: []
} satisfies EngineModule
