import { Deferred, Effect } from "effect"

/** The first place has its turn. The others wait in the order in which they came. */
export type Places = Array<Deferred.Deferred<void>>

/** The work of a turn, and what runs instead if the turn comes too late. */
interface Turn<A, E, R, E2> {
  readonly work: Effect.Effect<A, E, R>
  /** Runs if the turn has not come in so many milliseconds. */
  readonly patienceMs: number
  readonly late: Effect.Effect<never, E2>
  /** Is called when the last place was given up. */
  readonly emptied: () => void
}

/** Takes a place, waits for its turn and works then, first come, first served. */
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

/** Gives up a place. Calls the next one if it was the first. */
const leave = (places: Places, place: Deferred.Deferred<void>): void => {
  const at = places.indexOf(place)
  places.splice(at, 1)
  const next = places[0]
  if (at === 0 && next !== undefined) Deferred.doneUnsafe(next, Effect.void)
}
