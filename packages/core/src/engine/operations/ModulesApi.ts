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
import type { Consumers, Consumption } from "./ConsumersApi.ts"
import type { Events } from "./EventsApi.ts"
import type { MerchantServices } from "./ServicesApi.ts"
import type { Webhooks } from "./WebhooksApi.ts"

type TypeOf<Consumed> = Consumed extends { readonly type: infer Type extends string } ? Type : never

/** The options of a consumer of some types, also of modules. */
export interface ConsumeTypes<Type> extends Omit<ConsumeOptions, "types"> {
  /** Only events of these types. */
  readonly types: ReadonlyArray<Type>
}

/** The event of a type, of core or of a module. */
type ConsumedWith<Consumed, Type> =
  | ConsumedEvent<Extract<Type, AnyEventType>>
  | Extract<Consumed, { readonly type: Type }>

/** Consumers of an engine with modules. `Consumed` are the events of its modules. */
export interface ModuleConsumers<Consumed> extends Consumers<"promise"> {
  readonly consume: ConsumeWith<Consumed>
  readonly consumeInTransaction: ConsumeInTransactionWith<Consumed>
}

interface ConsumeWith<Consumed> {
  /**
   * Calls a handler with every event, also with events that merchants don't see. Each event is
   * delivered at least once, and those of one object come in order. Name types of modules to have
   * their events typed.
   *
   * Refused with `InvalidInput`, also if this engine already runs a consumer of this name.
   */
  <Type extends AnyEventType = AnyEventType>(
    name: string,
    handle: (event: ConsumedEvent<Type>, context: { readonly signal: AbortSignal }) => unknown,
    options?: ConsumeOptions<Type>
  ): Promise<Consumption>
  /**
   * Calls a handler with every event of the given types, of core and of modules. Each event is
   * delivered at least once, and those of one object come in order.
   *
   * Refused with `InvalidInput`, also if this engine already runs a consumer of this name.
   */
  <Type extends AnyEventType | TypeOf<Consumed>>(
    name: string,
    handle: (
      event: ConsumedWith<Consumed, Type>,
      context: { readonly signal: AbortSignal }
    ) => unknown,
    options: ConsumeTypes<Type>
  ): Promise<Consumption>
}

/** The second argument of the handler of a transactional consumer. */
export interface TransactionContext {
  readonly signal: AbortSignal
  readonly transaction: HostTransaction
}

interface ConsumeInTransactionWith<Consumed> {
  /**
   * Calls a handler with every event and a transaction of the storage's database, so that the
   * handler's writes are written exactly once. Name types of modules to have their events typed.
   *
   * Refused like `consume`, and with `TransactionsNotShared`.
   */
  <Type extends AnyEventType = AnyEventType>(
    name: string,
    handle: (event: ConsumedEvent<Type>, context: TransactionContext) => unknown,
    options?: ConsumeOptions<Type>
  ): Promise<Consumption>
  /**
   * Calls a handler with every event of the given types, of core and of modules, and a transaction
   * of the storage's database.
   *
   * Refused like `consume`, and with `TransactionsNotShared`.
   */
  <Type extends AnyEventType | TypeOf<Consumed>>(
    name: string,
    handle: (event: ConsumedWith<Consumed, Type>, context: TransactionContext) => unknown,
    options: ConsumeTypes<Type>
  ): Promise<Consumption>
}

/** An event of a module, as merchants get it. */
export interface ModuleEventOf<Type extends string, Resource>
  extends Omit<ConsumedModuleEvent<Type, Resource>, "scope" | "published"> {
  /** The time at which a webhook endpoint first accepted it. Null before. */
  readonly deliveredAt: number | null
}

type MerchantEvent<Consumed> =
  Consumed extends ConsumedModuleEvent<infer Type, infer Resource>
    ? ModuleEventOf<Type, Resource>
    : never

/** The query of an iteration over events, also over those of modules. */
export interface IterateEventsOf<Type> extends Omit<IterateEvents, "type"> {
  /** Only events of this type, or of one of these, of core and of modules. */
  readonly type: EventType | Type | ReadonlyArray<EventType | Type>
}

/** The query of a page of events, also of those of modules. The default limit is 20. */
export interface ListEventsOf<Type>
  extends Omit<ListEvents, "type">,
    Pick<IterateEventsOf<Type>, "type"> {}

interface ListWith<Consumed> {
  /**
   * Returns a page of events, newest first. The default limit is 20. Name types of modules to have
   * their events typed.
   *
   * Refused with `InvalidInput`.
   */
  (query?: ListEvents): Promise<List<Event>>
  /**
   * Returns a page of events of the given types, of core and of modules, newest first. The default
   * limit is 20.
   *
   * Refused with `InvalidInput`.
   */
  (query: ListEventsOf<TypeOf<Consumed>>): Promise<List<Event | MerchantEvent<Consumed>>>
}

interface IterateWith<Consumed> {
  /** Iterates over all events that match a query, newest first. Pages are read as needed. */
  (query?: IterateEvents): AsyncIterable<Event>
  /** Iterates over all events of the given types, of core and of modules, newest first. */
  (query: IterateEventsOf<TypeOf<Consumed>>): AsyncIterable<Event | MerchantEvent<Consumed>>
}

/** Events of an engine with modules, as merchants get them. */
export interface ModuleEvents<Consumed> extends Events<"promise"> {
  readonly list: ListWith<Consumed>
  readonly iterate: IterateWith<Consumed>
}

/** A new endpoint that gets events of modules too. */
export interface CreateEndpointOf<Type> extends Omit<CreateWebhookEndpoint, "types"> {
  /** The event types that it gets, of core and of modules. Null for all published events. */
  readonly types: ReadonlyArray<EventType | Type> | null
}

/** The changes of an endpoint that gets events of modules too. */
export interface UpdateEndpointOf<Type> extends Omit<UpdateWebhookEndpoint, "types"> {
  /** The event types that it gets from now on, of core and of modules. Null for all of them. */
  readonly types: ReadonlyArray<EventType | Type> | null
}

interface CreateWith<Type> {
  /**
   * Creates an endpoint. It gets every event that is recorded from then on. Only this answer shows
   * its secret.
   *
   * Refused with `InvalidInput`, also for an address that can't be sent to.
   */
  (input: CreateWebhookEndpoint): Promise<WebhookEndpointWithSecret>
  /**
   * Creates an endpoint that gets events of the given types, of core and of modules. Only this
   * answer shows its secret.
   *
   * Refused with `InvalidInput`, also for an address that can't be sent to.
   */
  (input: CreateEndpointOf<Type>): Promise<WebhookEndpointWithSecret>
}

interface UpdateWith<Type> {
  /** Changes an endpoint. Refused with `InvalidInput` and `ResourceNotFound`. */
  (id: string, input: UpdateWebhookEndpoint): Promise<WebhookEndpoint>
  /**
   * Changes an endpoint and its event types, of core and of modules. Refused with `InvalidInput`
   * and `ResourceNotFound`.
   */
  (id: string, input: UpdateEndpointOf<Type>): Promise<WebhookEndpoint>
}

/** Webhook endpoints of an engine with modules. */
export interface ModuleWebhooks<Type> extends Webhooks<"promise"> {
  readonly create: CreateWith<Type>
  readonly update: UpdateWith<Type>
}

/** The services of core on the handle of an engine with modules. */
export interface ModuleMerchantServices<Consumed> extends MerchantServices<"promise"> {
  /** Events, as merchants get them. */
  readonly events: ModuleEvents<Consumed>
  /** Webhook endpoints and their deliveries. */
  readonly webhooks: ModuleWebhooks<TypeOf<Consumed>>
}

/** A merchant's services in an engine with modules: those of core, and those of the modules. */
export type ModuleMerchant<Own extends Modules> = ModuleMerchantServices<
  ConsumedModuleEvents<Own>
> &
  ModulePromises<Own>
