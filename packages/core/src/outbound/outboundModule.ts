import type { EngineModule } from "../platform/modules/EngineModule.ts"
import {
  ConsumerMemberCollection,
  ConsumerPartCollection,
  ParkedCollection
} from "./consumers/ConsumerRows.ts"
import { consume, consumeInTransaction } from "./consumers/consume.ts"
import { listParkedEvents, replayParkedEvent } from "./consumers/parkedEvents.ts"
import { eventRoutes } from "./event-catalog/eventRoutes.ts"
import { listEvents, retrieveEvent } from "./event-catalog/listEvents.ts"
import { paymentStory } from "./timeline/paymentStory.ts"
import { EventDeliveryCollection, WebhookDeliveryCollection } from "./webhooks/WebhookDelivery.ts"
import { WebhookEndpointCollection } from "./webhooks/WebhookEndpoint.ts"
import {
  listWebhookDeliveries,
  replayWebhooks,
  retrieveWebhookDelivery
} from "./webhooks/webhookDeliveries.ts"
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  retrieveWebhookEndpoint,
  rotateWebhookSecret,
  updateWebhookEndpoint
} from "./webhooks/webhookEndpoints.ts"

/** Events for merchants and for the host: lists, webhooks and consumers. */
export const outboundModule = {
  name: "outbound",
  collections: [
    WebhookEndpointCollection,
    WebhookDeliveryCollection,
    EventDeliveryCollection,
    ConsumerPartCollection,
    ConsumerMemberCollection,
    ParkedCollection
  ],
  services: {
    events: {
      handle: "caller",
      operations: { list: listEvents, retrieve: retrieveEvent },
      walks: { iterate: { list: "list", ids: 0 } }
    },
    webhooks: {
      handle: "scope",
      operations: {
        create: createWebhookEndpoint,
        list: listWebhookEndpoints,
        retrieve: retrieveWebhookEndpoint,
        update: updateWebhookEndpoint,
        rotateSecret: rotateWebhookSecret,
        delete: deleteWebhookEndpoint,
        deliveries: listWebhookDeliveries,
        delivery: retrieveWebhookDelivery,
        replay: replayWebhooks
      },
      walks: { iterateDeliveries: { list: "deliveries", ids: 0 } }
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
    }
  },
  addsTo: { payments: { story: paymentStory } },
  routes: eventRoutes([]),
  tags: {
    Events:
      "Past events, in the form of their webhooks. Use them to catch up after missed webhooks."
  },
  events: {},
  jobs: {},
  followers: []
} satisfies EngineModule
