import { setTimeout as pause } from "node:timers/promises"

/** The intervals of reads and pings. */
export interface Rhythm {
  readonly everyMs: number
  /** Pings keep connections open, because proxies and servers close silent ones. */
  readonly pingMs: number
}

const usual: Rhythm = { everyMs: 500, pingMs: 10_000 }

/** A text with followers. It is read once for all of them. */
interface Watched {
  viewers: number
  text: string | null
  changed: PromiseWithResolvers<void>
}

/** Lets pages follow texts that change, each by name. */
export interface Followers {
  /** Returns true if no more followers are accepted. */
  readonly isFull: () => boolean
  /**
   * Yields the current text, and the newest text after each change. Yields null from time to time
   * if the text is unchanged. Ends with the signal.
   */
  readonly follow: (
    name: string,
    read: () => Promise<string>,
    signal: AbortSignal
  ) => AsyncGenerator<string | null, void>
}

/** Accepts at most this many followers at a time. */
export const followers = (most: number, { everyMs, pingMs }: Rhythm = usual): Followers => {
  const watched = new Map<string, Watched>()
  let following = 0

  const watch = async (name: string, one: Watched, read: () => Promise<string>): Promise<void> => {
    while (one.viewers > 0) {
      // A failed read is repeated later. Until then, pages show the last text.
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

/** Waits for a change, the signal, or the time of the next ping. */
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
