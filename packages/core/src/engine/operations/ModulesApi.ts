import type {
  ConsumedModuleEvent,
  ConsumedModuleEvents,
  ModulePromises,
  Modules
} from "../../modules/ModuleServices.ts"
import type { AnyEventType, ConsumedEvent } from "../../outbound/consumers/ConsumedEvent.ts"
import type { ConsumeOptions } from "../../outbound/consumers/consume.ts"
import type { Event } from "../../outbound/event-catalog/Event.ts"
import type { IterateEvents, ListEvents } from "../../outbound/event-catalog/listEvents.ts"
import type {
  WebhookEndpoint,
  WebhookEndpointWithSecret
} from "../../outbound/webhooks/WebhookEndpoint.ts"
import type {
  CreateWebhookEndpoint,
  UpdateWebhookEndpoint
} from "../../outbound/webhooks/webhookEndpoints.ts"
import type { EventType } from "../../platform/events/EventRecord.ts"
import type { List } from "../../platform/pagination/List.ts"
import type { HostTransaction } from "../../platform/storage/HostTransaction.ts"
import type { Consumption } from "./ConsumersApi.ts"

type TypeIn<Own extends Modules> = ConsumedModuleEvents<Own>["type"]

/** The event of a type of core or of a module, as consumers get it. */
type ConsumedWith<Own extends Modules, Type> =
  | ConsumedEvent<Extract<Type, AnyEventType>>
  | Extract<ConsumedModuleEvents<Own>, { readonly type: Type }>

interface ConsumeTypes<Type> extends Omit<ConsumeOptions, "types"> {
  /** Only events of these types. */
  readonly types: ReadonlyArray<Type>
}

/** Consumers of the events of modules. */
export interface ModuleConsumers<Own extends Modules> {
  /** Calls a handler with every event of the given types, of core and of modules. */
  readonly consume: <Type extends AnyEventType | TypeIn<Own>>(
    name: string,
    handle: (event: ConsumedWith<Own, Type>, context: { readonly signal: AbortSignal }) => unknown,
    options: ConsumeTypes<Type>
  ) => Promise<Consumption>
  /** Calls a handler with every event of the given types and a transaction of the database. */
  readonly consumeInTransaction: <Type extends AnyEventType | TypeIn<Own>>(
    name: string,
    handle: (
      event: ConsumedWith<Own, Type>,
      context: { readonly signal: AbortSignal; readonly transaction: HostTransaction }
    ) => unknown,
    options: ConsumeTypes<Type>
  ) => Promise<Consumption>
}

/** An event of a module, as merchants get it. */
type MerchantEvent<Consumed> =
  Consumed extends ConsumedModuleEvent<infer Type, infer Resource>
    ? Omit<ConsumedModuleEvent<Type, Resource>, "scope" | "published"> & {
        /** The time at which a webhook endpoint first accepted it. Null before. */
        readonly deliveredAt: number | null
      }
    : never

type MerchantEvents<Own extends Modules> = Event | MerchantEvent<ConsumedModuleEvents<Own>>

interface TypeFilter<Own extends Modules> {
  /** Only events of this type, or of one of these, of core and of modules. */
  readonly type: EventType | TypeIn<Own> | ReadonlyArray<EventType | TypeIn<Own>>
}

interface EndpointTypes<Own extends Modules> {
  /** The event types that it gets, of core and of modules. */
  readonly types: ReadonlyArray<EventType | TypeIn<Own>> | null
}

/** The services of modules on a merchant's handle, and the events of modules in core's. */
export type ModuleMerchant<Own extends Modules> = ModulePromises<Own> & {
  readonly events: {
    /** Returns a page of events of the given types, newest first. */
    readonly list: (
      query: Omit<ListEvents, "type"> & TypeFilter<Own>
    ) => Promise<List<MerchantEvents<Own>>>
    /** Iterates over all events of the given types, newest first. */
    readonly iterate: (
      query: Omit<IterateEvents, "type"> & TypeFilter<Own>
    ) => AsyncIterable<MerchantEvents<Own>>
  }
  readonly webhooks: {
    /** Creates an endpoint that gets events of the given types. */
    readonly create: (
      input: Omit<CreateWebhookEndpoint, "types"> & EndpointTypes<Own>
    ) => Promise<WebhookEndpointWithSecret>
    /** Changes an endpoint and its event types. */
    readonly update: (
      id: string,
      input: Omit<UpdateWebhookEndpoint, "types"> & EndpointTypes<Own>
    ) => Promise<WebhookEndpoint>
  }
}
