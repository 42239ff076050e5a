import { Effect, Layer } from "effect"
import { currentMoment, Ids, idBounds } from "../../kernel/ids/Moment.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { allow, Risk, type RiskRequest, type RiskVerdict } from "../../providers/risk/Risk.ts"
import { AttemptCollection } from "./Attempt.ts"

/**
 * Refuses a card that was tried too often: more than `attempts` in the last `windowMs`
 * milliseconds, counted by its fingerprint and so over all customers that use it. An attempt that
 * failed for no fault of the card, such as in an outage, does not count.
 *
 * Within one process no two requests pass on the same count. Processes on one storage don't see
 * each other's requests in flight, so at the same moment each may let one more request pass.
 */
export const velocityRule = (limit: { readonly attempts: number; readonly windowMs: number }) =>
  Layer.effect(
    Risk,
    Effect.gen(function* () {
      const storage = yield* Storage
      const ids = yield* Ids
      const assess = Effect.fnUntraced(
        function* ({ scope, fingerprint }: RiskRequest) {
          if (fingerprint === null) return allow
          const { now } = yield* currentMoment
          const recent = yield* storage.page(scope, AttemptCollection, {
            where: { tried: fingerprint },
            idFrom: idBounds("attempt", now - limit.windowMs).first,
            order: "desc",
            limit: limit.attempts
          })
          const verdict: RiskVerdict =
            recent.length < limit.attempts ? allow : { _tag: "Refuse", reason: "velocity" }
          return verdict
        },
        Effect.provideService(Ids, ids)
      )
      const lockKeyOf = ({ scope, fingerprint }: RiskRequest): string | null =>
        fingerprint && `velocity:${scope.tenant}:${scope.mode}:${fingerprint}`
      return Risk.of({ assess, lockKeyOf })
    })
  )
