/** The public names of webhooks, consumers and event types. */

export type {
  AnyEventType,
  ConsumedEvent,
  ConsumedEventOf
} from "./consumers/ConsumedEvent.ts"
export type { ConsumerPart } from "./consumers/ConsumerRows.ts"
export {
  ConsumerMemberCollection,
  ConsumerPartCollection,
  ParkedCollection,
  ParkedStatus
} from "./consumers/ConsumerRows.ts"
export { ConsumeFrom, type ConsumeOptions, type Consuming } from "./consumers/consume.ts"
export type { ParkedEvent } from "./consumers/ParkedEvent.ts"
export type { ListParkedEvents } from "./consumers/parkedEvents.ts"
export type { Alert, AlertEvent } from "./event-catalog/Alert.ts"
export { Event, type EventOf, eventCodec } from "./event-catalog/Event.ts"
export type * from "./event-catalog/EventObject.ts"
export { type CatalogEntry, eventCatalog } from "./event-catalog/eventCatalog.ts"
export { eventSchema } from "./event-catalog/eventSchema.ts"
export {
  eventListCodec,
  type IterateEvents,
  type ListEvents
} from "./event-catalog/listEvents.ts"
export type * from "./timeline/paymentStory.ts"
export * from "./webhook-receiver/webhookReceiver.ts"
export {
  deliveriesOfEndpoint,
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
export { waitingKinds, waitsForEndpoint } from "./webhooks/waitsForEndpoint.ts"
export type * from "./webhooks/webhookDeliveries.ts"
export type * from "./webhooks/webhookEndpoints.ts"
