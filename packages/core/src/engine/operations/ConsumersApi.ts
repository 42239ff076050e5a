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

/** A consumer that runs in this process, to those who don't write Effect. */
export interface Consumption {
  /** Ends it in this process, once it has handled what it was handed. Its position stays. */
  readonly stop: () => Promise<void>
}

/** What happened, handed to the embedder in its own process. Library calls. */
export interface Consumers<F extends CallStyle> {
  /**
   * Hands every event to a handler, published or not: at least once, those of one payment or other
   * object in their order, from where the consumer of this name was. Its position is in the
   * storage, so what was not handled when a process died is handed to the next. Several processes
   * share the work. What an event's `data.object` is, its `type` says; with `types`, the handler
   * takes events of these alone.
   *
   * An event that the handler fails on is tried again after growing waits, with those of the same
   * object behind it; after ten tries, in four hours, it is set aside with an alert, to be
   * replayed. The others go on meanwhile.
   *
   * Refused with `InvalidInput`, also where this engine runs a consumer of this name already.
   */
  readonly consume: Consume[F]
  /**
   * The same, with a transaction of the storage's database for each event: what the handler writes
   * in it is committed together with the consumer's position, so it is written exactly once,
   * whatever dies when. The events of each of sixteen parts come one after another. With
   * `@payloom/adapter-postgres`, `clientOf(transaction)` is what to write with.
   *
   * Refused like `consume`, and with `TransactionsNotShared` by a storage of the engine's alone.
   */
  readonly consumeInTransaction: ConsumeInTransaction[F]
  /**
   * A page of what consumers could not handle, in the order in which it was parked.
   *
   * Refused with `InvalidInput`.
   */
  readonly parked: OfEngine<F, typeof listParkedEvents>
  /**
   * Has an event that a consumer failed on handed out again, with all its tries: by the name of the
   * consumer and the id of the event. Answers how it stands.
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
  /** The handler runs with what the program provides where it begins to consume. */
  readonly effect: <E, R, Type extends AnyEventType = AnyEventType>(
    name: string,
    handle: (
      event: ConsumedEvent<Type>,
      transaction: HostTransaction
    ) => Effect.Effect<unknown, E, R>,
    options?: ConsumeOptions<Type>
  ) => Effect.Effect<Consuming, RefusedWith<typeof consumeInTransaction> | Refusals["any"], R>
  /** The signal is aborted where the handler takes longer than it may: nothing is kept then. */
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
  /** The handler runs with what the program provides where it begins to consume. */
  readonly effect: <E, R, Type extends AnyEventType = AnyEventType>(
    name: string,
    handle: (event: ConsumedEvent<Type>) => Effect.Effect<unknown, E, R>,
    options?: ConsumeOptions<Type>
  ) => Effect.Effect<Consuming, ConsumeRefusals["all"], R>
  /** The signal is aborted where the handler takes longer than it may. */
  readonly promise: <Type extends AnyEventType = AnyEventType>(
    name: string,
    handle: (event: ConsumedEvent<Type>, context: { readonly signal: AbortSignal }) => unknown,
    options?: ConsumeOptions<Type>
  ) => Promise<Consumption>
}
