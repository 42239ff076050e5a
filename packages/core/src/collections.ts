import { BillingCycleCollection } from "./billing/cycles/BillingCycle.ts"
import { PlanCollection } from "./billing/plans/Plan.ts"
import { SubscriptionCollection } from "./billing/subscriptions/Subscription.ts"
import { TemplateCollection } from "./branding/BrandingTemplate.ts"
import { PaymentInstrumentCollection } from "./cards/PaymentInstrument.ts"
import { AttemptCollection } from "./charges/Attempt.ts"
import { PaymentCollection } from "./charges/Payment.ts"
import { CheckoutSessionCollection } from "./checkout/sessions/CheckoutSession.ts"
import {
  ConsumerMemberCollection,
  ConsumerPartCollection,
  ParkedCollection
} from "./consumers/ConsumerRows.ts"
import { CustomerCollection } from "./customers/Customer.ts"
import { DisputeCollection } from "./disputes/Dispute.ts"
import { EventCollection } from "./events/Event.ts"
import { IdempotencyRecordCollection } from "./idempotency/IdempotencyRecord.ts"
import { LedgerGroupCollection } from "./ledger/LedgerGroup.ts"
import { ModificationCollection } from "./modifications/Modification.ts"
import { KeptNoticeCollection } from "./notifications/KeptNotice.ts"
import { NotificationCollection } from "./notifications/Notification.ts"
import { MidCollection } from "./routing/Mid.ts"
import { RoutingTableCollection } from "./routing/RoutingRule.ts"
import { DeploymentCollection } from "./secrets/Deployment.ts"
import { JobCollection } from "./storage/Job.ts"
import { ApiKeyCollection } from "./tenants/ApiKey.ts"
import { TenantCollection } from "./tenants/Tenant.ts"
import { ThreeDsSessionCollection } from "./threeds/ThreeDsSession.ts"
import { EventDeliveryCollection, WebhookDeliveryCollection } from "./webhooks/WebhookDelivery.ts"
import { WebhookEndpointCollection } from "./webhooks/WebhookEndpoint.ts"

/** Every kind of row that the engine stores. */
export const collections = [
  ApiKeyCollection,
  AttemptCollection,
  BillingCycleCollection,
  CheckoutSessionCollection,
  CustomerCollection,
  DeploymentCollection,
  DisputeCollection,
  EventCollection,
  IdempotencyRecordCollection,
  JobCollection,
  LedgerGroupCollection,
  MidCollection,
  ModificationCollection,
  NotificationCollection,
  KeptNoticeCollection,
  WebhookEndpointCollection,
  WebhookDeliveryCollection,
  EventDeliveryCollection,
  ConsumerPartCollection,
  ConsumerMemberCollection,
  ParkedCollection,
  PaymentInstrumentCollection,
  PaymentCollection,
  PlanCollection,
  RoutingTableCollection,
  SubscriptionCollection,
  TemplateCollection,
  TenantCollection,
  ThreeDsSessionCollection
] as const
