import { setTimeout as pause } from "node:timers/promises"

/** How often what is looked at is read again, and said to be as it was. */
export interface Rhythm {
  readonly everyMs: number
  /** Or proxies and servers take a connection for dead. */
  readonly pingMs: number
}

const usual: Rhythm = { everyMs: 500, pingMs: 10_000 }

/** What some look at: read while anybody does, once for all of them. */
interface Watched {
  viewers: number
  text: string | null
  changed: PromiseWithResolvers<void>
}

/** Lets pages follow what changes, each thing under a name of its own. */
export interface Followers {
  /** Whether no more can follow. */
  readonly isFull: () => boolean
  /**
   * The text as it is and whenever it has changed, always the newest; null from time to time where
   * it stays. Ends with the signal.
   */
  readonly follow: (
    name: string,
    read: () => Promise<string>,
    signal: AbortSignal
  ) => AsyncGenerator<string | null, void>
}

/** Lets so many follow at a time. */
export const followers = (most: number, { everyMs, pingMs }: Rhythm = usual): Followers => {
  const watched = new Map<string, Watched>()
  let following = 0

  const watch = async (name: string, one: Watched, read: () => Promise<string>): Promise<void> => {
    while (one.viewers > 0) {
      // What can't be read now may be later: the pages show what they have until then.
      const text = await read().catch(() => one.text)
      if (text !== one.text) {
        one.text = text
        one.changed.resolve()
        one.changed = Promise.withResolvers()
      }
      await pause(everyMs)
    }
    if (watched.get(name) === one) watched.delete(name)
  }

  const watchedAs = (name: string, read: () => Promise<string>): Watched => {
    const found = watched.get(name)
    if (found !== undefined) {
      found.viewers++
      return found
    }
    const one: Watched = { viewers: 1, text: null, changed: Promise.withResolvers() }
    watched.set(name, one)
    void watch(name, one, read)
    return one
  }

  async function* follow(
    name: string,
    read: () => Promise<string>,
    signal: AbortSignal
  ): AsyncGenerator<string | null, void> {
    following++
    const one = watchedAs(name, read)
    let seen: string | null = null
    try {
      while (!signal.aborted) {
        if (one.text === seen) await changeOf(one, pingMs, signal)
        if (signal.aborted) return
        const { text } = one
        yield text === seen ? null : text
        seen = text
      }
    } finally {
      one.viewers--
      following--
    }
  }

  return { isFull: () => following >= most, follow }
}

/** Waits for a change, for the signal, or until it is time to say something. */
const changeOf = async (
  { changed }: Watched,
  pingMs: number,
  signal: AbortSignal
): Promise<void> => {
  const waiting = new AbortController()
  const until = AbortSignal.any([signal, waiting.signal])
  const patience = pause(pingMs, undefined, { signal: until }).catch(() => undefined)
  await Promise.race([changed.promise, patience])
  waiting.abort()
}
