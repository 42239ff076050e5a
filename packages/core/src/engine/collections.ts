import { BillingCycleCollection } from "../billing/cycles/BillingCycle.ts"
import { PlanCollection } from "../billing/plans/Plan.ts"
import { SubscriptionCollection } from "../billing/subscriptions/Subscription.ts"
import { CustomerCollection } from "../cards/customers/Customer.ts"
import { PaymentInstrumentCollection } from "../cards/saved/PaymentInstrument.ts"
import { TemplateCollection } from "../checkout/branding/BrandingTemplate.ts"
import { CheckoutSessionCollection } from "../checkout/sessions/CheckoutSession.ts"
import { ThreeDsSessionCollection } from "../checkout/three-ds/ThreeDsSession.ts"
import { KeptNotificationCollection } from "../inbound/KeptNotification.ts"
import { NotificationCollection } from "../inbound/Notification.ts"
import { LedgerGroupCollection } from "../ledger/LedgerGroup.ts"
import {
  ConsumerMemberCollection,
  ConsumerPartCollection,
  ParkedCollection
} from "../outbound/consumers/ConsumerRows.ts"
import {
  EventDeliveryCollection,
  WebhookDeliveryCollection
} from "../outbound/webhooks/WebhookDelivery.ts"
import { WebhookEndpointCollection } from "../outbound/webhooks/WebhookEndpoint.ts"
import { ModificationCollection } from "../payments/captures-voids-refunds/Modification.ts"
import { AttemptCollection } from "../payments/charges/Attempt.ts"
import { PaymentCollection } from "../payments/charges/Payment.ts"
import { DisputeCollection } from "../payments/disputes/Dispute.ts"
import { EventCollection } from "../platform/events/EventRecord.ts"
import { IdempotencyRecordCollection } from "../platform/idempotency/IdempotencyRecord.ts"
import { DeploymentCollection } from "../platform/secrets/Deployment.ts"
import { JobCollection } from "../platform/storage/Job.ts"
import { ApiKeyCollection } from "../platform/tenants/ApiKey.ts"
import { TenantCollection } from "../platform/tenants/Tenant.ts"
import { MidCollection } from "../routing/Mid.ts"
import { RoutingTableCollection } from "../routing/RoutingRule.ts"

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
  KeptNotificationCollection,
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
