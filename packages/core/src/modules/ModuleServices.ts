import type { Effect } from "effect"
import type { InvalidInput } from "../kernel/input/InvalidInput.ts"
import type { ResourceNotFound } from "../kernel/input/ResourceNotFound.ts"
import type { EventId } from "../kernel/primitives/PublicId.ts"
import type { EngineClosed } from "../kernel/Shutdown.ts"
import type { EventData } from "../platform/events/EventRecord.ts"
import type { Answer } from "../platform/idempotency/Answer.ts"
import type {
  IdempotencyKeyInFlight,
  IdempotencyKeyInvalid,
  IdempotencyKeyMissing,
  IdempotencyMismatch
} from "../platform/idempotency/errors.ts"
import type { StorageContention } from "../platform/storage/retryConflicts.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import type { StorageUnavailable } from "../platform/storage/Storage.ts"
import type { Caller } from "../platform/tenants/Caller.ts"
import type { Module } from "./Module.ts"
import type { ModuleEvent } from "./ModuleEvent.ts"
import type { Mutation, MutationInput, Query, QueryInput } from "./ModuleOperation.ts"

/** The modules of an engine. */
export type Modules = ReadonlyArray<Module<unknown, ModuleEvent>>

type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer Every
) => void
  ? Every
  : never

type CommonError =
  | EngineClosed
  | InvalidInput
  | ResourceNotFound
  | StorageContention
  | StorageUnavailable

type KeyError =
  | IdempotencyKeyInFlight
  | IdempotencyKeyInvalid
  | IdempotencyKeyMissing
  | IdempotencyMismatch

type EffectOf<Operation> =
  Operation extends Mutation<infer Path, infer Input, infer A, infer E>
    ? (
        caller: Caller,
        ...input: MutationInput<Path, Input>
      ) => Effect.Effect<Answer<A>, E | CommonError | KeyError>
    : Operation extends Query<infer Path, infer Input, infer A, infer E>
      ? (caller: Caller, ...input: QueryInput<Path, Input>) => Effect.Effect<A, E | CommonError>
      : never

type EffectsOf<Service> = { readonly [Name in keyof Service]: EffectOf<Service[Name]> }
type InEngine<Services> = { readonly [Name in keyof Services]: EffectsOf<Services[Name]> }

type OperationsIn<M extends Modules> = M[number] extends infer Each
  ? Each extends Module<infer Operations, ModuleEvent>
    ? Operations
    : never
  : never

/**
 * The services of modules on a merchant's handle: the operations as they were defined. A mapped
 * type would say the same, but editors show no documentation through one.
 */
export type ModulePromises<M extends Modules> = All<OperationsIn<M>>

/** The services of modules for programs in Effect. */
export type ModuleEffects<M extends Modules> = InEngine<All<OperationsIn<M>>>

/** An event of a module, as consumers get it. */
export interface ConsumedModuleEvent<Type extends string, Resource> {
  readonly object: "event"
  /** `event_` and a ULID. It is the same for each delivery, so a consumer can drop duplicates. */
  readonly id: EventId
  /** The type. */
  readonly type: Type
  readonly published: true
  /** The tenant and the mode. */
  readonly scope: Scope
  /** The API version in which its resource is shown. */
  readonly apiVersion: string
  /** The time of the change, in milliseconds since the epoch. */
  readonly occurredAt: number
  /** True in live mode. */
  readonly livemode: boolean
  /** The resource that the event is about. */
  readonly data: EventData<Resource>
}

type ConsumedOf<Event> =
  Event extends ModuleEvent<never, infer Type, infer Wire> ? ConsumedModuleEvent<Type, Wire> : never

/** The events of modules, as consumers get them. */
export type ConsumedModuleEvents<M extends Modules> = M[number] extends infer Each
  ? Each extends Module<unknown, infer Event>
    ? ConsumedOf<Event>
    : never
  : never
