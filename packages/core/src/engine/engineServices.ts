import { confirmSession } from "../checkout/confirm/confirmSession.ts"
import { identifyPayer } from "../checkout/payer/payerOrigins.ts"
import { readSession } from "../checkout/payer/readSession.ts"
import { sessionStatus } from "../checkout/payer/sessionStatus.ts"
import { receiveCardUpdate } from "../inbound/receiveCardUpdate.ts"
import { receiveNotification } from "../inbound/receiveNotification.ts"
import { consume, consumeInTransaction } from "../outbound/consumers/consume.ts"
import { listParkedEvents, replayParkedEvent } from "../outbound/consumers/parkedEvents.ts"
import { accountSettings, updateAccount } from "../platform/tenants/accountSettings.ts"
import { authenticate, createApiKey, revokeApiKey } from "../platform/tenants/apiKeys.ts"
import { createTenant, findTenant } from "../platform/tenants/createTenant.ts"
import type { EngineServices } from "./operations/ServicesApi.ts"
import type { Declared } from "./serviceDeclarations.ts"
import { checkStorage } from "./workers/checkStorage.ts"
import { nextDue, runDue } from "./workers/runDue.ts"
import { sweepExpired } from "./workers/sweepExpired.ts"

/** The operations that are on behalf of no merchant. */
export const engineServices: {
  readonly [Name in "payer" | "consumers" | "tenants" | "background"]: Declared<
    EngineServices<"declared">[Name]
  >
} = {
  payer: {
    handle: "payer",
    operations: {
      read: readSession,
      confirm: confirmSession,
      status: sessionStatus,
      identify: identifyPayer
    },
    walks: {}
  },
  consumers: {
    handle: "engine",
    operations: {
      consume,
      consumeInTransaction,
      parked: listParkedEvents,
      replay: replayParkedEvent
    },
    walks: {}
  },
  tenants: {
    handle: "engine",
    operations: {
      create: createTenant,
      find: findTenant,
      authenticate,
      settings: accountSettings,
      updateAccount,
      createApiKey,
      revokeApiKey
    },
    onScope: ["settings", "updateAccount", "createApiKey", "revokeApiKey"],
    walks: {}
  },
  background: {
    handle: "engine",
    operations: {
      runDue,
      nextDue,
      sweep: sweepExpired,
      receiveNotification,
      receiveCardUpdate,
      checkStorage
    },
    walks: {}
  }
}
