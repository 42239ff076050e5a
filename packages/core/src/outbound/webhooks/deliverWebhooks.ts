import { Effect, Fiber, Option } from "effect"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import { elapsedMs } from "../../kernel/primitives/elapsedMs.ts"
import { failureLog } from "../../platform/jobs/failureLog.ts"
import { deliveryPolling, nextQueued } from "./deliveryPolling.ts"
import { WebhookSender } from "./WebhookSender.ts"

/**
 * Delivers webhooks as they fall due, separately from all other jobs. Each endpoint has slots of
 * its own, so an endpoint that hangs blocks only itself. Each delivery has its own lease. Queues of
 * disabled endpoints are skipped.
 */
export const deliverWebhooks = Effect.gen(function* () {
  const { pollMs } = yield* EngineConfig
  const { look, wait } = yield* deliveryPolling
  const log = failureLog("Webhooks could not be sent.")
  const round = Effect.catchCause(Effect.andThen(look(), wait), (cause) =>
    Effect.andThen(log(cause), Effect.sleep(pollMs))
  )
  return yield* Effect.forever(round)
})

/**
 * Delivers everything that is due, for a process without workers. While it waits for endpoints,
 * `others` runs every `pollMs`. Returns the number of deliveries tried plus the results of
 * `others`.
 */
export const deliverDue = Effect.fnUntraced(function* <E, R>(others: Effect.Effect<number, E, R>) {
  const { port } = yield* WebhookSender
  if (port === null) return 0
  const { pollMs } = yield* EngineConfig
  const { look, underWay, wait, wake, stop } = yield* deliveryPolling
  const clock = yield* Effect.clockWith(Effect.succeed)
  const all = Effect.gen(function* () {
    let ran = 0
    let other: Fiber.Fiber<number, E> | null = null
    let otherAt = elapsedMs(clock) + pollMs
    for (;;) {
      // It is done when nothing is due in any queue.
      const begun = yield* look(underWay() === 0)
      ran += begun
      if (begun > 0) continue
      if (underWay() === 0) {
        if (other === null) return ran
        // It may have recorded more events to deliver.
        ran += yield* Fiber.join(other)
        other = null
        continue
      }
      yield* wait
      const now = elapsedMs(clock)
      if (other === null && now >= otherAt) {
        other = yield* Effect.forkChild(Effect.ensuring(others, Effect.sync(wake)))
      } else if (other?.pollUnsafe() !== undefined) {
        ran += yield* Fiber.join(other)
        other = null
        otherAt = now + pollMs
      }
    }
  })
  return yield* Effect.ensuring(all, Effect.sync(stop))
})

/** Returns the due time of the next delivery. None if no delivery that can be sent is queued. */
export const nextDelivery = Effect.gen(function* () {
  const { port } = yield* WebhookSender
  return port === null ? Option.none<number>() : yield* nextQueued
})
