import { Context, Effect, Exit, Option, Schema } from "effect"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import type { Named } from "../../kernel/primitives/Named.ts"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"
import { Telemetry } from "../../kernel/telemetry/TelemetryPort.ts"
import { EventCollection, InternalEventType } from "../../platform/events/EventRecord.ts"
import { byModuleEventTypes, publishedTypes } from "../../platform/events/moduleEventTypes.ts"
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
import { tracedHandle } from "./tracedHandle.ts"

/** The start of a consumer whose name is new. */
export const ConsumeFrom = Schema.Literals(["beginning", "now"])
export type ConsumeFrom = Named<typeof ConsumeFrom.Type>

/** The options of a consumer. */
export interface ConsumeOptions<Type extends AnyEventType = AnyEventType> {
  /**
   * The start of a consumer whose name is new: the oldest event, or events from now on. A known
   * consumer continues at its position. The default is `now`.
   */
  readonly from?: ConsumeFrom
  /** Only events of these types. The default is all events, also those that are not published. */
  readonly types?: ReadonlyArray<Type>
  /**
   * The number of events of different objects handled at a time in this process. The default is 10.
   */
  readonly concurrency?: number
  /**
   * The timeout of one event in milliseconds. After it the event has failed. The default is 60,000.
   */
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

const checkers = byModuleEventTypes((ofModules) => {
  const types = Schema.Union([publishedTypes(ofModules), InternalEventType])
  return inputChecker(
    Schema.Struct({
      name: ConsumerName,
      from: Schema.optionalKey(ConsumeFrom),
      types: Schema.optionalKey(Schema.Array(types)),
      concurrency: Schema.optionalKey(whole(1, 1000)),
      timeoutMs: Schema.optionalKey(whole(1, 3_600_000))
    })
  )
})

/** A consumer that runs in this process. */
export interface Consuming {
  /**
   * Stops the consumer in this process after it has handled the events in progress. Its position is
   * kept.
   */
  readonly stop: Effect.Effect<void>
}

/**
 * Calls a handler with every event. Each event is delivered at least once. Events of one object,
 * such as a payment, come in order. A consumer continues from its stored position, by its name. If
 * its process dies, another process with a consumer of this name gets the unhandled events. Several
 * processes share the work. If the handler fails, the event is retried, and later events of the
 * same object wait behind it. After ten failures it is set aside. Other events continue.
 */
export const consume = (
  name: string,
  handle: (event: ConsumedEvent) => Effect.Effect<unknown, unknown>,
  options: ConsumeOptions = {}
) => begin(name, handle, { ...options, isTransactional: false })

/**
 * Calls a handler with every event and a transaction of the storage's database. The same
 * transaction stores the consumer's position, so the handler's writes are committed exactly once.
 * The events of one part come one after another. Fails with `TransactionsNotShared` if the storage
 * does not share its transactions.
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
  const checkInput = yield* checkers.current
  const given = yield* Effect.fromResult(checkInput({ ...options, name }))
  if (typeof handle !== "function") {
    return yield* parameterInvalid("handle", missingHandler)
  }
  const consumers = yield* Consumers
  yield* ensureParts(name, given.from ?? "now")
  // The context includes the services of the caller's program.
  const within = withContext(yield* Effect.context<never>())
  const telemetry = yield* Telemetry
  const run = telemetry === null ? handle : tracedHandle(name, handle, telemetry)
  // Checked last, because the storage calls above may let two concurrent calls pass in any order.
  if (consumers.has(name)) return yield* nameTaken()
  const stop = yield* consumers.start({
    name,
    handle: (event, transaction) => within(run(event, transaction)),
    isTransactional,
    types: given.types === undefined ? null : new Set(given.types),
    concurrency: given.concurrency ?? 10,
    timeoutMs: given.timeoutMs ?? 60_000
  })
  return { stop } satisfies Consuming
})

const missingHandler =
  "must be a function that takes an event, as the second argument: consume(name, handle, options)"

/** Provides the services of the caller's program, merged once for all events. */
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

/** Creates the rows of the parts. If several processes begin at once, the first commit wins. */
export const ensureParts = Effect.fnUntraced(function* (consumer: string, from: ConsumeFrom) {
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
