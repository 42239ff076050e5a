import { Clock, Context, Effect, Layer } from "effect"
import { decodeTime, encodeTime, monotonicFactory } from "ulid"
import { minuteMs } from "../primitives/durations.ts"
import type { IdByPrefix, IdPrefix } from "../primitives/PublicId.ts"
import type { Millis } from "../primitives/Timestamp.ts"
import { Entropy } from "./Entropy.ts"

/**
 * The time of a decision, and the source of its ids. Decisions get it as a value, so they stay pure
 * and a seed replays them.
 */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly now: Millis
  /**
   * Returns a new id. It sorts after every earlier id of this process, by the rules of {@link Ids}.
   */
  readonly id: <Prefix extends IdPrefix>(prefix: Prefix) => IdByPrefix[Prefix]
}

/** The largest step back of a clock that a time server corrects now and then. */
const maxStepBackMs = minuteMs

/**
 * Creates ids from the Clock and the Entropy. They are ULIDs, monotonic within a millisecond and
 * while the clock is up to a minute behind its latest time. So in one process later ids sort later,
 * and an id is at most a minute ahead of the `created` beside it.
 *
 * If a clock goes back further, it was wrong before. Then ids follow it again, so that time bounds
 * on lists stay correct. Rows from the time when the clock was ahead sort as newer until the clock
 * catches up, in lists and for their cursors. A reader whose cursor is from that time must start
 * again to see newer rows. Ids stay unique, because 80 bits of each are random.
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
          // A moment from before the clock went back keeps its own factory, so it does not affect
          // later ids.
          const ulid = current
          // At time 0, where test clocks begin, the library would take the system's time.
          return (prefix) => `${prefix}_${ulid(Math.max(now, 1))}` as IdByPrefix[typeof prefix]
        }
      })
    })
  )
}

/** Returns the current moment. */
export const currentMoment: Effect.Effect<Moment, never, Ids> = Effect.contextWith(
  (context: Context.Context<Ids>) => {
    const now = Context.get(context, Clock.Clock).currentTimeMillisUnsafe()
    return Effect.succeed({ now, id: Context.get(context, Ids).at(now) })
  }
)

/** Creates an id for a request, for support: `req_<ULID>`. */
export const newRequestId = () => Effect.map(currentMoment, ({ id }) => id("req"))

const latestUlidTime = 2 ** 48 - 1

/** Returns the lowest and the highest id of a prefix that can be created at a time. */
export const idBounds = (prefix: IdPrefix, now: Millis) => {
  const time = encodeTime(Math.min(Math.max(Math.trunc(now), 0), latestUlidTime))
  return { first: `${prefix}_${time}${"0".repeat(16)}`, last: `${prefix}_${time}${"Z".repeat(16)}` }
}

const ulidLength = 26

/** The last decoded id. Callers often ask for the same id several times. */
let latest = { id: "", time: 0 }

/**
 * Returns the time of an id's creation, in milliseconds since the epoch. Lists use it as a time
 * bound.
 */
export const timeOfId = (id: string): Millis => {
  if (latest.id !== id) latest = { id, time: decodeTime(id.slice(-ulidLength)) }
  return latest.time
}
