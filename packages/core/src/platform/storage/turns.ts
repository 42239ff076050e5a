import { Deferred, Effect } from "effect"

/**
 * The places of a queue. The first has its turn, and the others wait in the order of their arrival.
 */
export type Places = Array<Deferred.Deferred<void>>

/** The work of a turn, and the effect that runs if the turn comes too late. */
interface Turn<A, E, R, E2> {
  readonly work: Effect.Effect<A, E, R>
  /** The milliseconds to wait before `late` runs. */
  readonly patienceMs: number
  readonly late: Effect.Effect<never, E2>
  /** Called when the last place has been given up. */
  readonly emptied: () => void
}

/** Takes a place, waits for its turn and runs the work, first come, first served. */
export const inTurn = <A, E, R, E2>(
  places: Places,
  { work, patienceMs, late, emptied }: Turn<A, E, R, E2>
): Effect.Effect<A, E | E2, R> => {
  const place = Deferred.makeUnsafe<void>()
  const isFirst = places.push(place) === 1
  const called = Effect.raceFirst(Deferred.await(place), Effect.sleep(patienceMs))
  const waited = Effect.flatMap(called, () => (places[0] === place ? Effect.yieldNow : late))
  return Effect.ensuring(
    Effect.andThen(isFirst ? Effect.void : waited, work),
    Effect.sync(() => {
      leave(places, place)
      if (places.length === 0) emptied()
    })
  )
}

/** Gives up a place. If it was the first, the next place gets its turn. */
const leave = (places: Places, place: Deferred.Deferred<void>): void => {
  const at = places.indexOf(place)
  places.splice(at, 1)
  const next = places[0]
  if (at === 0 && next !== undefined) Deferred.doneUnsafe(next, Effect.void)
}
