import { Effect, Layer } from "effect"
import { answerInTime } from "../callProvider.ts"
import { effectOf } from "../effectOf.ts"
import { Risk } from "./Risk.ts"

/**
 * Limits the time of a risk service, in milliseconds. If it does not answer in time, nothing is
 * charged, because nobody assessed the charge.
 */
export const checkedRisk = <E, R>(risk: Layer.Layer<Risk, E, R>, timeoutMs: number) =>
  Layer.effect(
    Risk,
    Effect.map(Risk, (inner) => {
      const { lockKeyOf } = inner
      return Risk.of({
        assess: (request) =>
          answerInTime(
            () => effectOf("risk.assess", () => inner.assess(request)),
            timeoutMs,
            () => Effect.die(new Error(`risk.assess did not answer within ${timeoutMs} ms`))
          ),
        ...(lockKeyOf === undefined
          ? {}
          : { lockKeyOf: (request) => lockKeyOf.call(inner, request) })
      })
    })
  ).pipe(Layer.provide(risk))
