import { bytesToHex } from "@noble/hashes/utils.js"
import { Context, Effect, Layer } from "effect"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import { Entropy } from "../../kernel/ids/Entropy.ts"
import type { Ids } from "../../kernel/ids/Moment.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { InFlightWork } from "../../platform/jobs/InFlightWork.ts"
import type { WorkSignal } from "../../platform/jobs/WorkSignal.ts"
import type { RowQueues } from "../../platform/storage/RowQueues.ts"
import type { CommitConflict, Storage, StorageUnavailable } from "../../platform/storage/Storage.ts"
import type { Consumer } from "./Consumer.ts"
import { readOnce, runReaders } from "./runReaders.ts"

/** The consumers that this process runs. */
export class Consumers extends Context.Service<
  Consumers,
  {
    /** Returns true if this process runs a consumer of this name. */
    readonly has: (name: string) => boolean
    /** Returns the names of the consumers that this process runs. */
    readonly names: () => ReadonlyArray<string>
    /** Starts a consumer. Returns the effect that stops it. */
    readonly start: (consumer: Consumer) => Effect.Effect<Effect.Effect<void>>
    /**
     * Delivers all pending events to each consumer of this process, if no workers run. Returns the
     * number of delivered events.
     */
    readonly runDue: Effect.Effect<number, CommitConflict | StorageUnavailable>
    /** Returns the time of the next known work for `runDue`. Null if there is none. */
    readonly nextDue: () => Millis | null
  }
>()("@payloom/core/outbound/consumers/Consumers") {
  /** Runs consumers as events come if this process has workers, or else only by `runDue`. */
  static readonly layer = (hasWorkers: boolean) =>
    Layer.effect(
      Consumers,
      Effect.gen(function* () {
        const context = yield* Effect.context<
          Storage | RowQueues | InFlightWork | WorkSignal | Ids
        >()
        // Depending on this service makes the consumers close before it.
        yield* InFlightWork
        const { bytes } = yield* Entropy
        const { drainMs } = yield* EngineConfig
        const process = bytesToHex(bytes(8))
        const running = new Map<string, Running>()
        yield* Effect.addFinalizer(() =>
          Effect.suspend(() =>
            Effect.forEach([...running.values()], ({ stop }) => stop, { concurrency: "unbounded" })
          ).pipe(Effect.timeoutOption(drainMs))
        )
        return Consumers.of({
          has: (name) => running.has(name),
          names: () => [...running.keys()],
          start: (consumer) =>
            Effect.sync(() => {
              const loop = hasWorkers ? runReaders(consumer, process) : null
              if (loop !== null) Effect.runForkWith(context)(loop.run)
              const stop: Effect.Effect<void> = Effect.suspend(() => {
                // After a second stop, the name may belong to another consumer.
                if (running.get(consumer.name)?.stop === stop) running.delete(consumer.name)
                return loop === null ? Effect.void : loop.stop
              })
              running.set(consumer.name, { consumer, stop, nextDue: null })
              return stop
            }),
          runDue: Effect.suspend(() => {
            const consumers = hasWorkers ? [] : [...running.values()]
            return Effect.forEach(consumers, (one) =>
              Effect.map(readOnce(one.consumer, process), ({ handled, nextDue }) => {
                one.nextDue = nextDue
                return handled
              })
            )
          }).pipe(
            Effect.map((counts) => counts.reduce((sum, count) => sum + count, 0)),
            Effect.provideContext(context)
          ),
          nextDue: () => {
            const dues = [...running.values()].flatMap(({ nextDue }) => nextDue ?? [])
            return dues.length === 0 ? null : Math.min(...dues)
          }
        })
      })
    )
}

interface Running {
  readonly consumer: Consumer
  readonly stop: Effect.Effect<void>
  /** The time of the next parked event, as of the last read. */
  nextDue: Millis | null
}
