import type { Effect } from "effect"
import type { AnyEventType, ConsumedEvent } from "../../outbound/consumers/ConsumedEvent.ts"
import type {
  ConsumeOptions,
  Consuming,
  consume,
  consumeInTransaction
} from "../../outbound/consumers/consume.ts"
import type { listParkedEvents, replayParkedEvent } from "../../outbound/consumers/parkedEvents.ts"
import type { HostTransaction } from "../../platform/storage/HostTransaction.ts"
import type { CallStyle, OfEngine, Refusals, RefusedWith } from "./CallStyle.ts"

/** A consumer that runs in this process, for callers who don't write Effect. */
export interface Consumption {
  /**
   * Stops the consumer in this process after it has handled the events in progress. Its position is
   * kept.
   */
  readonly stop: () => Promise<void>
}

/** Consumers: handlers of events in the embedder's own process. Library only. */
export interface Consumers<F extends CallStyle> {
  /**
   * Calls a handler with every event, also with events that merchants don't see. Each event is
   * delivered at least once. Events of one object, such as a payment, come in order. A consumer
   * continues from its stored position, by its name. If a process dies, another one gets its
   * unhandled events. Several processes share the work. An event's `type` determines its
   * `data.object`. With `types`, the handler gets only events of these types.
   *
   * If the handler fails, the event is parked and retried with growing delays. Later events of the
   * same object wait behind it. After ten failures, within four hours, it is set aside with an
   * alert and can be replayed. Other events continue meanwhile.
   *
   * Refused with `InvalidInput`, also if this engine already runs a consumer of this name.
   */
  readonly consume: Consume[F]
  /**
   * Calls a handler with every event and a transaction of the storage's database. The handler's
   * writes are committed together with the consumer's position, so they are written exactly once,
   * even after a crash. Events are divided into sixteen parts. The events of one part come one
   * after another. With `@payloom/adapter-postgres`, write with `clientOf(transaction)`.
   *
   * Refused like `consume`, and with `TransactionsNotShared` if the storage does not share its
   * transactions.
   */
  readonly consumeInTransaction: ConsumeInTransaction[F]
  /**
   * Returns a page of the events that consumers could not handle, in the order in which they were
   * parked.
   *
   * Refused with `InvalidInput`.
   */
  readonly parked: OfEngine<F, typeof listParkedEvents>
  /**
   * Delivers a parked event to its consumer again, with all retries. Takes the consumer's name and
   * the event's id. Returns the parked event's new state.
   *
   * Refused with `ResourceNotFound`.
   */
  readonly replay: OfEngine<F, typeof replayParkedEvent>
}

interface ConsumeRefusals {
  readonly all: RefusedWith<typeof consume> | Refusals["any"]
}

interface ConsumeInTransaction {
  readonly declared: typeof consumeInTransaction
  /** The handler runs with the services of the program that called `consumeInTransaction`. */
  readonly effect: <E, R, Type extends AnyEventType = AnyEventType>(
    name: string,
    handle: (
      event: ConsumedEvent<Type>,
      transaction: HostTransaction
    ) => Effect.Effect<unknown, E, R>,
    options?: ConsumeOptions<Type>
  ) => Effect.Effect<Consuming, RefusedWith<typeof consumeInTransaction> | Refusals["any"], R>
  /**
   * The signal is aborted if the handler takes longer than its timeout. Its writes are rolled back
   * then.
   */
  readonly promise: <Type extends AnyEventType = AnyEventType>(
    name: string,
    handle: (
      event: ConsumedEvent<Type>,
      context: { readonly signal: AbortSignal; readonly transaction: HostTransaction }
    ) => unknown,
    options?: ConsumeOptions<Type>
  ) => Promise<Consumption>
}

interface Consume {
  readonly declared: typeof consume
  /** The handler runs with the services of the program that called `consume`. */
  readonly effect: <E, R, Type extends AnyEventType = AnyEventType>(
    name: string,
    handle: (event: ConsumedEvent<Type>) => Effect.Effect<unknown, E, R>,
    options?: ConsumeOptions<Type>
  ) => Effect.Effect<Consuming, ConsumeRefusals["all"], R>
  /** The signal is aborted if the handler takes longer than its timeout. */
  readonly promise: <Type extends AnyEventType = AnyEventType>(
    name: string,
    handle: (event: ConsumedEvent<Type>, context: { readonly signal: AbortSignal }) => unknown,
    options?: ConsumeOptions<Type>
  ) => Promise<Consumption>
}
