import { Context, Effect, Exit, Option, Schema } from "effect"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"
import { EventCollection, EventType, InternalEventType } from "../../platform/events/EventRecord.ts"
import { insert } from "../../platform/storage/Change.ts"
import { feedParts } from "../../platform/storage/feed.ts"
import type { HostTransaction } from "../../platform/storage/HostTransaction.ts"
import { deploymentScope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { TransactionsNotShared } from "../../platform/storage/TransactionsNotShared.ts"
import { partsOf } from "./balanceParts.ts"
import type { AnyEventType, ConsumedEvent } from "./ConsumedEvent.ts"
import type { Handle } from "./Consumer.ts"
import { type ConsumerPart, ConsumerPartCollection, partId } from "./ConsumerRows.ts"
import { Consumers } from "./Consumers.ts"

/** Where a consumer begins whose name is new. */
export const ConsumeFrom = Schema.Literals(["beginning", "now"])
export type ConsumeFrom = Named<typeof ConsumeFrom.Type>

/** How a consumer is run. */
export interface ConsumeOptions<Type extends AnyEventType = AnyEventType> {
  /**
   * Where a name begins that is new: with all that ever happened, or with what happens from now
   * on. One that is known goes on where it was. `now` unless told.
   */
  readonly from?: ConsumeFrom
  /** Only events of these types; all of them, those that are not published too, unless told. */
  readonly types?: ReadonlyArray<Type>
  /** How many events it is handed at once in this process, of different objects: 10 unless told. */
  readonly concurrency?: number
  /** How long it may take over an event in milliseconds, or that failed: 60,000 unless told. */
  readonly timeoutMs?: number
}

/** The name of a consumer: 1 to 64 lower-case letters, digits, `-` or `_`. */
export const ConsumerName = Schema.String.check(
  Schema.isPattern(
    /^[a-z0-9][a-z0-9_-]{0,63}$/,
    refusedAs("parameter_invalid", "1 to 64 lower-case letters, digits, - or _")
  )
)

const whole = (minimum: number, maximum: number) =>
  Schema.Int.check(
    Schema.isBetween(
      { minimum, maximum },
      refusedAs("parameter_invalid", `a whole number from ${minimum} to ${maximum}`)
    )
  )

const checkInput = inputChecker(
  Schema.Struct({
    name: ConsumerName,
    from: Schema.optionalKey(ConsumeFrom),
    types: Schema.optionalKey(Schema.Array(Schema.Union([EventType, InternalEventType]))),
    concurrency: Schema.optionalKey(whole(1, 1000)),
    timeoutMs: Schema.optionalKey(whole(1, 3_600_000))
  })
)

/** A consumer that runs in this process. */
export interface Consuming {
  /** Ends it in this process, once it has handled what it was handed. Its position stays. */
  readonly stop: Effect.Effect<void>
}

/**
 * Hands every event to a handler: at least once, those of one payment or other object in their
 * order, from where the consumer of this name was. Its position is in the storage: what it has not
 * handled when its process dies, another one of the same name is handed. Several processes share
 * the work. An event that the handler fails on is tried again, with the ones of the same object
 * behind it, and set aside after ten times; the others go on. Library call.
 */
export const consume = (
  name: string,
  handle: (event: ConsumedEvent) => Effect.Effect<unknown, unknown>,
  options: ConsumeOptions = {}
) => begin(name, handle, { ...options, isTransactional: false })

/**
 * The same of a handler that writes in a transaction of the storage's database, which also says
 * that the event is handled: what it writes is written once. A part's events come one after
 * another. Fails with `TransactionsNotShared` where the storage has none to share. Library call.
 */
export const consumeInTransaction = Effect.fnUntraced(function* (
  name: string,
  handle: (event: ConsumedEvent, transaction: HostTransaction) => Effect.Effect<unknown, unknown>,
  options: ConsumeOptions = {}
) {
  const { begin: opening } = yield* Storage
  if (opening === undefined) return yield* Effect.fail(new TransactionsNotShared())
  const within: Handle = (event, transaction) =>
    transaction === null ? Effect.void : handle(event, transaction)
  return yield* begin(name, within, { ...options, isTransactional: true })
})

const nameTaken = () =>
  parameterInvalid(
    "name",
    "is consumed in this process already: stop that consumer first, or take another name"
  )

const begin = Effect.fnUntraced(function* (
  name: string,
  handle: Handle,
  { isTransactional, ...options }: ConsumeOptions & { readonly isTransactional: boolean }
) {
  const given = yield* Effect.fromResult(checkInput({ ...options, name }))
  if (typeof handle !== "function") {
    return yield* parameterInvalid("handle", missingHandler)
  }
  const consumers = yield* Consumers
  yield* ensureParts(name, given.from ?? "now")
  // What the caller's program provides is in it, too.
  const within = withContext(yield* Effect.context<never>())
  // Looked at last: of two that begin at once, the storage may let either come here first.
  if (consumers.has(name)) return yield* nameTaken()
  const stop = yield* consumers.start({
    name,
    handle: (event, transaction) => within(handle(event, transaction)),
    isTransactional,
    types: given.types === undefined ? null : new Set(given.types),
    concurrency: given.concurrency ?? 10,
    timeoutMs: given.timeoutMs ?? 60_000
  })
  return { stop } satisfies Consuming
})

const missingHandler =
  "must be a function that takes an event, as the second argument: consume(name, handle, options)"

/** Provides what the caller's program does, put together once for all events. */
const withContext = (own: Context.Context<never>) => {
  let outer = own
  let both = own
  const merged = (context: Context.Context<never>) => {
    if (context !== outer) {
      outer = context
      both = Context.merge(context, own)
    }
    return both
  }
  return <A, E>(effect: Effect.Effect<A, E>) =>
    Exit.isExit(effect) ? effect : Effect.updateContext(effect, merged)
}

/** Of several processes that begin at once one says where. */
const ensureParts = Effect.fnUntraced(function* (consumer: string, from: ConsumeFrom) {
  const storage = yield* Storage
  if ((yield* partsOf(storage, consumer)).length > 0) return
  const rows = yield* Effect.forEach(
    Array.from({ length: feedParts }, (_, part) => part),
    Effect.fnUntraced(function* (part) {
      const end = from === "now" ? yield* storage.feedEnd(EventCollection, part) : Option.none()
      const row: ConsumerPart = {
        id: partId(consumer, part),
        consumer,
        part,
        position: Option.getOrNull(end),
        owner: null,
        leasedUntil: null,
        parked: 0
      }
      return insert(deploymentScope, ConsumerPartCollection, row)
    })
  )
  yield* Effect.catchTag(storage.commit(rows), "CommitConflict", () => Effect.void)
})
