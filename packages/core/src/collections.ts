import { PaymentInstrumentCollection } from "./cards/PaymentInstrument.ts"
import { TemplateCollection } from "./checkout/BrandingTemplate.ts"
import { CheckoutSessionCollection } from "./checkout/CheckoutSession.ts"
import { CustomerCollection } from "./customers/Customer.ts"
import { EventCollection } from "./events/Event.ts"
import { IdempotencyRecordCollection } from "./idempotency/IdempotencyRecord.ts"
import { LedgerGroupCollection } from "./ledger/LedgerGroup.ts"
import { AttemptCollection } from "./payments/attempts/Attempt.ts"
import { ModificationCollection } from "./payments/modifications/Modification.ts"
import { PaymentCollection } from "./payments/Payment.ts"
import { NotificationCollection } from "./payments/receiveNotification.ts"
import { MidCollection } from "./routing/Mid.ts"
import { RoutingTableCollection } from "./routing/RoutingRule.ts"
import { DeploymentCollection } from "./secrets/secretCheck.ts"
import { JobCollection } from "./storage/Job.ts"
import { ApiKeyCollection } from "./tenants/ApiKey.ts"
import { TenantCollection } from "./tenants/Tenant.ts"
import { ThreeDsSessionCollection } from "./threeds/ThreeDsSession.ts"

/** Every kind of row that the engine stores. */
export const collections = [
  ApiKeyCollection,
  AttemptCollection,
  CheckoutSessionCollection,
  CustomerCollection,
  DeploymentCollection,
  EventCollection,
  IdempotencyRecordCollection,
  JobCollection,
  LedgerGroupCollection,
  MidCollection,
  ModificationCollection,
  NotificationCollection,
  PaymentInstrumentCollection,
  PaymentCollection,
  RoutingTableCollection,
  TemplateCollection,
  TenantCollection,
  ThreeDsSessionCollection
] as const
