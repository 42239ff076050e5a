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
    /** Whether this process runs a consumer of this name. */
    readonly has: (name: string) => boolean
    /** Runs a consumer from now on; answers what ends that. */
    readonly start: (consumer: Consumer) => Effect.Effect<Effect.Effect<void>>
    /**
     * Where no workers run: hands out all there is, to each consumer of this process. Answers how
     * many events were handed out.
     */
    readonly runDue: Effect.Effect<number, CommitConflict | StorageUnavailable>
    /** When there is something for `runDue` again, as far as it knows; null where nothing is. */
    readonly nextDue: () => Millis | null
  }
>()("@payloom/core/outbound/consumers/Consumers") {
  /** Runs them as events come where this process has workers, and else by `runDue`. */
  static readonly layer = (hasWorkers: boolean) =>
    Layer.effect(
      Consumers,
      Effect.gen(function* () {
        const context = yield* Effect.context<
          Storage | RowQueues | InFlightWork | WorkSignal | Ids
        >()
        // Closed before what it works with is.
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
          start: (consumer) =>
            Effect.sync(() => {
              const course = hasWorkers ? runReaders(consumer, process) : null
              if (course !== null) Effect.runForkWith(context)(course.run)
              const stop: Effect.Effect<void> = Effect.suspend(() => {
                // Ended twice, it leaves alone who has its name by then.
                if (running.get(consumer.name)?.stop === stop) running.delete(consumer.name)
                return course === null ? Effect.void : course.stop
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
  /** When what it parked is due, by the last look. */
  nextDue: Millis | null
}
