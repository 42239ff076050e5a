import { Effect, Layer } from "effect"
import { answerInTime } from "../callProvider.ts"
import { effectOf } from "../effectOf.ts"
import { Risk } from "./Risk.ts"

/**
 * Risk that nobody waits for without end, its time in milliseconds: where it is silent for longer
 * nothing is charged, since nobody has judged it.
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
