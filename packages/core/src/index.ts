/**
 * Payloom: an embeddable payment orchestration engine.
 *
 * @packageDocumentation
 */

export { intervalsAfter } from "./billing/calendar.ts"
export {
  BillingCycle,
  BillingCycleCollection,
  BillingCycleRecord,
  BillingCycleStatus,
  type BillingCycleTrigger,
  billingCycleCodec,
  billingCycleMachine
} from "./billing/cycles/BillingCycle.ts"
export * from "./billing/cycles/listBillingCycles.ts"
export * from "./billing/plans/errors.ts"
export * from "./billing/plans/listPlans.ts"
export {
  Plan,
  PlanCollection,
  PlanRecord,
  PlanStatus,
  type PlanTrial,
  planCodec,
  toPlan
} from "./billing/plans/Plan.ts"
export * from "./billing/plans/planInput.ts"
export * from "./billing/subscriptions/errors.ts"
export { grantsAccess } from "./billing/subscriptions/grantsAccess.ts"
export {
  type IterateSubscriptions,
  ListSubscriptions,
  type SubscriptionConsent,
  subscriptionListCodec
} from "./billing/subscriptions/listSubscriptions.ts"
export type * from "./billing/subscriptions/previewSubscription.ts"
export {
  Consent,
  PauseBehavior,
  Subscription,
  SubscriptionCollection,
  SubscriptionRecord,
  SubscriptionStatus,
  subscriptionCodec
} from "./billing/subscriptions/Subscription.ts"
export {
  CancelSubscription,
  CreateSubscription,
  PauseSubscription,
  type SubscriptionTerms,
  UpdateSubscription
} from "./billing/subscriptions/subscriptionInput.ts"
export {
  type SubscriptionTrigger,
  subscriptionMachine
} from "./billing/subscriptions/subscriptionMachine.ts"
export type { Services } from "./bindServices.ts"
export { BrandingTemplate, TemplateCollection } from "./branding/BrandingTemplate.ts"
export {
  type BlockFrame,
  defaultTemplate,
  type MethodChoice,
  type MethodMarks,
  TemplateConfig,
  type TemplateLabels,
  type TemplateLayout,
  type TemplateLogo,
  type TemplateMethods,
  type TemplatePalette
} from "./branding/TemplateConfig.ts"
export {
  CreateTemplate,
  ListTemplates,
  type TemplateChanges,
  UpdateTemplate
} from "./branding/templates.ts"
export { EngineClosed } from "./Closing.ts"
export * from "./cards/AccountUpdater.ts"
export type * from "./cards/CardRelay.ts"
export * from "./cards/CardVault.ts"
export * from "./cards/defineCardVault.ts"
export * from "./cards/errors.ts"
export * from "./cards/listPaymentInstruments.ts"
export * from "./cards/PaymentInstrument.ts"
export * from "./cards/saveCard.ts"
export type { Alert, AlertEvent, AlertType } from "./catalog/Alert.ts"
export { Event, type EventOf, eventCodec } from "./catalog/Event.ts"
export type * from "./catalog/EventObject.ts"
export { type CatalogEntry, eventCatalog } from "./catalog/eventCatalog.ts"
export { eventSchema } from "./catalog/eventSchema.ts"
export { eventListCodec, type IterateEvents, ListEvents } from "./catalog/listEvents.ts"
export * from "./charges/Attempt.ts"
export { type AttemptTrigger, attemptMachine } from "./charges/attemptMachine.ts"
export * from "./charges/errors.ts"
export * from "./charges/Payment.ts"
export { type PaymentTrigger, paymentMachine } from "./charges/paymentMachine.ts"
export * from "./charges/resolveAttempt.ts"
export * from "./charges/velocityRule.ts"
export { ConfirmSession } from "./checkout/confirm/confirmInput.ts"
export type { PayerRequest } from "./checkout/confirm/payerFacts.ts"
export * from "./checkout/payer/CheckoutResult.ts"
export * from "./checkout/payer/PayerSession.ts"
export type { PayerIdentity } from "./checkout/payer/payerOrigins.ts"
export * from "./checkout/sessions/CheckoutSession.ts"
export {
  type CheckoutSessionTrigger,
  checkoutSessionMachine
} from "./checkout/sessions/checkoutSessionMachine.ts"
export {
  CreateCheckoutSession,
  RecoverySession
} from "./checkout/sessions/createCheckoutSessionInput.ts"
export { CreatePaymentInstrument } from "./checkout/sessions/createPaymentInstrument.ts"
export * from "./checkout/sessions/errors.ts"
export { LineItem } from "./checkout/sessions/LineItem.ts"
export {
  checkoutSessionListCodec,
  type IterateCheckoutSessions,
  ListCheckoutSessions
} from "./checkout/sessions/listCheckoutSessions.ts"
export {
  type PayerCredentials,
  SessionTokenInvalid,
  SessionTokenMissing
} from "./checkout/sessions/SessionToken.ts"
export type { SessionLook } from "./checkout/sessions/sessionLook.ts"
export * from "./collections.ts"
export type { AnyEventType, ConsumedEvent, ConsumedEventOf } from "./consumers/ConsumedEvent.ts"
export type { ConsumerPart } from "./consumers/ConsumerRows.ts"
export { ConsumerPartCollection, ParkedCollection, ParkedStatus } from "./consumers/ConsumerRows.ts"
export { ConsumeFrom, type ConsumeOptions, type Consuming } from "./consumers/consume.ts"
export type { ParkedEvent } from "./consumers/ParkedEvent.ts"
export type { ListParkedEvents } from "./consumers/parkedEvents.ts"
export * from "./customers/Customer.ts"
export * from "./customers/customerInput.ts"
export * from "./customers/listCustomers.ts"
export {
  Dispute,
  type DisputeBase,
  DisputeCollection,
  type DisputeRecord,
  DisputeSource,
  disputeCodec
} from "./disputes/Dispute.ts"
export * from "./disputes/listDisputes.ts"
export * from "./Engine.ts"
export type { EngineSetup } from "./EngineSetup.ts"
export * from "./errors.ts"
export * from "./events/Event.ts"
export * from "./idempotency/Answer.ts"
export * from "./idempotency/errors.ts"
export * from "./idempotency/IdempotencyRecord.ts"
export * from "./ids/Entropy.ts"
export * from "./ids/Moment.ts"
export * from "./input/decodeInput.ts"
export * from "./input/InvalidInput.ts"
export * from "./input/ResourceNotFound.ts"
export { inWireNames, nearestName } from "./input/wireNames.ts"
export { postponed, waitBeforeAskingAgain } from "./jobs/schedule.ts"
export { isLedgerAccount, type LedgerAccount, midOfAccount } from "./ledger/LedgerAccount.ts"
export * from "./ledger/LedgerGroup.ts"
export type { StatementLine } from "./ledger/postedLines.ts"
export type * from "./ledger/reconcile.ts"
export { type DailyRevenue, RevenueQuery } from "./ledger/revenue.ts"
export { ReconcileOptions, SettlementRow } from "./ledger/SettlementRow.ts"
export * from "./ledger/statement.ts"
export * from "./ledger/trialBalance.ts"
export { causeText, withoutSecrets } from "./logging/causeText.ts"
export type { LogEntry } from "./logging/LogEntry.ts"
export * from "./machine/Machine.ts"
export * from "./modifications/capturePayment.ts"
export * from "./modifications/createRefund.ts"
export * from "./modifications/listRefunds.ts"
export * from "./modifications/Modification.ts"
export * from "./modifications/modificationMachine.ts"
export * from "./modifications/voidPayment.ts"
export * from "./notifications/KeptNotice.ts"
export type { IterateKeptNotices, ListKeptNotices } from "./notifications/keptNotices.ts"
export { NotificationCollection } from "./notifications/Notification.ts"
export type { Background, RunningBackground } from "./operations/Background.ts"
export type { Checkout, Payer, PayerDesk } from "./operations/Checkout.ts"
export type { Consumers, Consumption } from "./operations/Consumers.ts"
export type { Customers } from "./operations/Customers.ts"
export type { Disputes } from "./operations/Disputes.ts"
export type { Events } from "./operations/Events.ts"
export type { Face } from "./operations/Face.ts"
export type { Ledger } from "./operations/Ledger.ts"
export type { Notices } from "./operations/Notices.ts"
export type { Cards, PaymentInstruments } from "./operations/PaymentInstruments.ts"
export type { Payments } from "./operations/Payments.ts"
export type { Plans } from "./operations/Plans.ts"
export type { Routing } from "./operations/Routing.ts"
export type { EngineServices, MerchantServices } from "./operations/Services.ts"
export type { Subscriptions } from "./operations/Subscriptions.ts"
export type { Templates } from "./operations/Templates.ts"
export type { Tenants } from "./operations/Tenants.ts"
export type { Webhooks } from "./operations/Webhooks.ts"
export * from "./Payloom.ts"
export * from "./pagination/List.ts"
export type { BothWaysCursor, ForwardCursor, PageLimit } from "./pagination/ListQuery.ts"
export * from "./payments/createPaymentInput.ts"
export * from "./payments/expandPayments.ts"
export * from "./payments/explainPayment.ts"
export * from "./payments/listAttempts.ts"
export * from "./payments/listPayments.ts"
export * from "./payments/simulateRouting.ts"
export * from "./providers/ChargeDetails.ts"
export * from "./providers/ChargeOutcome.ts"
export * from "./providers/ChargeSource.ts"
export * from "./providers/classifyHttpFailure.ts"
export * from "./providers/Decline.ts"
export * from "./providers/DisputeStage.ts"
export * from "./providers/declineTable.ts"
export * from "./providers/definePaymentProvider.ts"
export * from "./providers/errors.ts"
export * from "./providers/ModificationOutcome.ts"
export { NoticeObstacle } from "./providers/NoticeObstacle.ts"
export * from "./providers/networkDeclines.ts"
export * from "./providers/PayerReturn.ts"
export type * from "./providers/PaymentProvider.ts"
export * from "./providers/ProviderAction.ts"
export * from "./providers/ProviderNotice.ts"
export * from "./providers/Providers.ts"
export * from "./providers/providerAmount.ts"
export * from "./providers/ThreeDsAuthentication.ts"
export * from "./receiving/webhookReceiver.ts"
export * from "./risk/Risk.ts"
export * from "./routing/chooseRoute.ts"
export * from "./routing/Mid.ts"
export * from "./routing/mids.ts"
export * from "./routing/Route.ts"
export * from "./routing/RoutingRule.ts"
export * from "./secrets/Deployment.ts"
export { SecretMismatch } from "./secrets/secretCheck.ts"
export * from "./setup/optionsComplaint.ts"
export * from "./setup/SetupInvalid.ts"
export { AlongsideFailed, type WriteAlongside } from "./storage/alongside.ts"
export * from "./storage/Change.ts"
export * from "./storage/Collection.ts"
export { type DocumentStep, NewerDocument, type StoredDocument } from "./storage/DocumentStep.ts"
export * from "./storage/feed.ts"
export type { HostTransaction, OpenTransaction } from "./storage/HostTransaction.ts"
export * from "./storage/Job.ts"
export * from "./storage/retryConflicts.ts"
export * from "./storage/Scope.ts"
export * from "./storage/Storage.ts"
export { TransactionsNotShared } from "./storage/TransactionsNotShared.ts"
export type * from "./storage/WakeUps.ts"
export type * from "./stories/paymentStory.ts"
export * from "./tenants/ApiKey.ts"
export { accountSettings, type UpdateAccount, updateAccount } from "./tenants/accountSettings.ts"
export * from "./tenants/apiKeys.ts"
export * from "./tenants/Caller.ts"
export * from "./tenants/createTenant.ts"
export * from "./tenants/errors.ts"
export * from "./tenants/Tenant.ts"
export * from "./threeds/ThreeDsServer.ts"
export * from "./threeds/ThreeDsSession.ts"
export * from "./values/BillingInterval.ts"
export * from "./values/CurrencyCode.ts"
export * from "./values/EmailAddress.ts"
export {
  defaultEngineOptions,
  EngineConfig,
  type EngineOptions,
  type SettledOptions
} from "./values/EngineOptions.ts"
export * from "./values/Metadata.ts"
export * from "./values/MinorAmount.ts"
export * from "./values/PaymentMethod.ts"
export * from "./values/PublicId.ts"
export * from "./values/StoredCredential.ts"
export { TaggedError, type TaggedErrorClass } from "./values/TaggedError.ts"
export * from "./values/Timestamp.ts"
export {
  EventDeliveryCollection,
  type WebhookAttempt,
  type WebhookDelivery,
  WebhookDeliveryCollection,
  WebhookDeliveryStatus
} from "./webhooks/WebhookDelivery.ts"
export {
  WebhookDisabledReason,
  type WebhookEndpoint,
  WebhookEndpointCollection,
  WebhookEndpointStatus,
  type WebhookEndpointWithSecret
} from "./webhooks/WebhookEndpoint.ts"
export * from "./webhooks/WebhookSender.ts"
export type * from "./webhooks/webhookDeliveries.ts"
export type * from "./webhooks/webhookEndpoints.ts"
export * from "./wire/WireCodec.ts"
