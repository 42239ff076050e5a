import { subscriptionEventCatalog } from "../../billing/subscriptionEventCatalog.ts"
import { cardEventCatalog } from "../../cards/cardEventCatalog.ts"
import { paymentEventCatalog } from "../../payments/operations/paymentEventCatalog.ts"
import type { EventDeclaration } from "../../platform/events/EventDeclaration.ts"
import type { EventType } from "../../platform/events/EventRecord.ts"
import type { EventObject } from "./EventObject.ts"

/** The documentation of an event type of core. */
export interface CatalogEntry<Type extends EventType = EventType> extends EventDeclaration {
  /** The name of the resource in `data.object`. */
  readonly object: EventObject<Type>["object"]
}

/**
 * Every published event type of core, with its resource and its occasion. The webhooks of the
 * OpenAPI document and the document on events are made from it. A new type doesn't compile until it
 * is here.
 */
export const eventCatalog: { readonly [Type in EventType]: CatalogEntry<Type> } = {
  ...paymentEventCatalog,
  ...subscriptionEventCatalog,
  ...cardEventCatalog
}
