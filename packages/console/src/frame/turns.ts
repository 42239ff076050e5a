import { busy } from "./busy.ts"
import { crowd } from "./crowd.ts"

/** The limits of the reads of one console. */
export interface TurnLimits {
  /** The number of reads at the same time. */
  readonly atOnce: number
  /** After a read, its place rests for this many times as long as the read took. */
  readonly rest: number
  readonly mostRestMs: number
  /** The most reads that may wait. */
  readonly mostWaiting: number
  /** The longest time for which a read waits. */
  readonly mostWaitMs: number
}

/** The reads of a console, which take turns. */
export interface Turns {
  /**
   * Does a read when its turn comes. People take turns, and the reads of one person are done in
   * their order. If the same read waits already, both get its answer. Refused with 503 if the turn
   * doesn't come in time. If too many reads wait, one of the person with the most is refused.
   */
  readonly take: <A>(read: WaitingRead<A>) => Promise<A>
}

/** A read that wants a turn. */
interface WaitingRead<A> {
  /** The id of the person. */
  readonly person: string
  /** The name that all reads with the same answer have. */
  readonly name: string
  readonly work: () => Promise<A>
}

interface Waiting {
  readonly start: () => void
  readonly refuse: () => void
}

/**
 * Bounds the work of the console, so that charges in the same process have the processor for most
 * of the time, however many pages are loaded at once. A read that takes long because the process is
 * busy also rests long.
 */
export const turns = (limits: TurnLimits): Turns => {
  const { atOnce, mostWaiting } = limits
  const queue = crowd<Waiting>(mostWaiting)
  const shared = new Map<string, Promise<unknown>>()
  let taken = 0
  const next = () => {
    if (taken >= atOnce) return
    const first = queue.next()
    if (first === undefined) return
    taken += 1
    first.start()
  }
  const rest = (since: number) => {
    const restMs = Math.min((performance.now() - since) * limits.rest, limits.mostRestMs)
    setTimeout(() => {
      taken -= 1
      next()
    }, restMs)
  }
  const done = async <A>({ person, name, work }: WaitingRead<A>): Promise<A> => {
    const place = queue.placeFor(person)
    if (place === "full") throw busy()
    if (place !== "free") place.refuse()
    await turnOf(person)
    // From here on the answer may be older than a new request.
    shared.delete(name)
    const since = performance.now()
    try {
      return await work()
    } finally {
      rest(since)
    }
  }
  const turnOf = (person: string) =>
    new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          clearTimeout(patience)
          resolve()
        },
        refuse: () => {
          clearTimeout(patience)
          queue.leave(person, waiting)
          reject(busy())
        }
      }
      const patience = setTimeout(waiting.refuse, limits.mostWaitMs)
      queue.enter(person, waiting)
      next()
    })
  return {
    take: <A>(read: WaitingRead<A>) => {
      const known = shared.get(read.name)
      if (known !== undefined) return known as Promise<A>
      const made = done(read).finally(() => {
        if (shared.get(read.name) === made) shared.delete(read.name)
      })
      shared.set(read.name, made)
      return made
    }
  }
}
