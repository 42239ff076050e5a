import { Context, Effect, Layer } from "effect"
import { decodeTime, encodeTime, monotonicFactory } from "ulid"
import { minuteMs } from "../primitives/durations.ts"
import type { IdByPrefix, IdPrefix } from "../primitives/PublicId.ts"
import type { Millis } from "../primitives/Timestamp.ts"
import { Entropy } from "./Entropy.ts"

/**
 * The time a decision is taken at, and the ids it may hand out. Decisions get it as a value, so
 * they stay pure and a seed replays them.
 */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly now: Millis
  /** A new id: later than every one this process minted before, by the rules of {@link Ids}. */
  readonly id: <Prefix extends IdPrefix>(prefix: Prefix) => IdByPrefix[Prefix]
}

/** A step back of a clock that is set right by a time server now and then is smaller than this. */
const maxStepBackMs = minuteMs

/**
 * Mints ids by the Clock and the Entropy: ULIDs, monotonic within a millisecond, and while the
 * clock is up to a minute behind where it was. So in one process what is made later sorts later,
 * and an id is at most a minute ahead of the `created` beside it.
 *
 * A clock that goes back further was wrong before: ids then follow it again, so that time bounds
 * on lists stay true. What was made while it was ahead sorts as newer until the clock gets there,
 * in lists and for their cursors, so a reader whose cursor is from that time must start afresh
 * to see what was made since. Ids stay unique: 80 bits of each are chance.
 */
export class Ids extends Context.Service<Ids, { readonly at: (now: Millis) => Moment["id"] }>()(
  "@payloom/core/kernel/ids/Ids"
) {
  static readonly layer = Layer.effect(
    Ids,
    Effect.gen(function* () {
      const entropy = yield* Entropy
      let latest = 0
      let current = monotonicFactory(entropy.fraction)
      return Ids.of({
        at: (now) => {
          const hasGoneBack = now < latest - maxStepBackMs
          if (hasGoneBack) current = monotonicFactory(entropy.fraction)
          latest = hasGoneBack ? now : Math.max(latest, now)
          // A moment from before the clock went back must not take later ones along.
          const ulid = current
          // At time 0, where test clocks begin, the library would take the system's time.
          return (prefix) => `${prefix}_${ulid(Math.max(now, 1))}` as IdByPrefix[typeof prefix]
        }
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

const ulidLength = 26

/** The id whose time was told last: who asks mostly asks again. */
let latest = { id: "", time: 0 }

/** When an id was minted, in milliseconds since the epoch; by it lists are bounded in time. */
export const timeOfId = (id: string): Millis => {
  if (latest.id !== id) latest = { id, time: decodeTime(id.slice(-ulidLength)) }
  return latest.time
}
