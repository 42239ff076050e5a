import { Context, Effect, Layer } from "effect"
import { encodeTime, monotonicFactory } from "ulid"
import type { IdByPrefix, IdPrefix } from "../values/PublicId.ts"
import type { Millis } from "../values/Timestamp.ts"
import { Entropy } from "./Entropy.ts"

/**
 * The time a decision is taken at, and the ids it may hand out. Decisions get it as a value, so
 * they stay pure and a seed replays them.
 */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly now: Millis
  /** A new id, later than every one minted before by this process. */
  readonly id: <Prefix extends IdPrefix>(prefix: Prefix) => IdByPrefix[Prefix]
}

/** Mints ids by the Clock and the Entropy: ULIDs, monotonic within a millisecond. */
export class Ids extends Context.Service<Ids, { readonly at: (now: Millis) => Moment["id"] }>()(
  "@payloom/core/ids/Ids"
) {
  static readonly layer = Layer.effect(
    Ids,
    Effect.gen(function* () {
      const entropy = yield* Entropy
      const ulid = monotonicFactory(entropy.fraction)
      return Ids.of({
        // At time 0, where test clocks begin, the library would take the system's time.
        at: (now) => (prefix) => `${prefix}_${ulid(Math.max(now, 1))}` as IdByPrefix[typeof prefix]
      })
    })
  )
}

/** The moment it is now. */
export const currentMoment: Effect.Effect<Moment, never, Ids> = Effect.flatMap(Ids, (ids) =>
  Effect.clockWith((clock) => {
    const now = clock.currentTimeMillisUnsafe()
    return Effect.succeed({ now, id: ids.at(now) })
  })
)

/** An id for a request, to quote to support: `req_<ULID>`. */
export const newRequestId = () => Effect.map(currentMoment, ({ id }) => id("req"))

const latestUlidTime = 2 ** 48 - 1

/** The lowest and the highest id of a prefix that a moment can have minted. */
export const idBounds = (prefix: IdPrefix, now: Millis) => {
  const time = encodeTime(Math.min(Math.max(Math.trunc(now), 0), latestUlidTime))
  return { first: `${prefix}_${time}${"0".repeat(16)}`, last: `${prefix}_${time}${"Z".repeat(16)}` }
}
