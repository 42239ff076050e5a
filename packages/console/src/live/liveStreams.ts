import { setImmediate } from "node:timers/promises"
import { type Scope, scopeKey } from "@payloom/core"
import { crowd } from "../frame/crowd.ts"
import { type LiveEvent, type LiveMessage, unseenOf } from "./LiveEvent.ts"
import { openViewer, type Viewer } from "./Viewers.ts"

/** The dependencies and the limits of live streams. */
export interface LiveStreamsOptions {
  /** Returns the newest events of a scope, newest first. */
  readonly read: (scope: Scope) => Promise<ReadonlyArray<LiveEvent>>
  /** The interval of reads. */
  readonly everyMs: number
  /** The interval of pings, because proxies and servers close silent connections. */
  readonly pingMs: number
  /** A new stream begins with the events of this time, which the page's data may lack. */
  readonly recentMs: number
  /**
   * The time after which a stream ends. The page opens another one. Streams end up to a third
   * earlier, each at a time of its own.
   */
  readonly mostMs: number
  /** The greatest number of open streams. */
  readonly most: number
}

/** The page that wants a stream. */
interface LivePage {
  /** The id of the person. */
  readonly person: string
  /** Is called once, when the stream is over. */
  readonly onGone: () => void
}

/** An open stream. */
interface OpenStream {
  readonly body: ReadableStream<Uint8Array>
  readonly end: () => void
}

/** Streams of server-sent events for open pages. */
export interface LiveStreams {
  /**
   * Opens a stream. If there are too many, the person with the most streams loses one to a person
   * with fewer. Null if there is no such person, or after `close`.
   */
  readonly open: (scope: Scope, page: LivePage) => OpenStream | null
  /** Returns the number of open streams. */
  readonly count: () => number
  /** Ends all streams. */
  readonly close: () => void
}

/** The pages of a scope. One reader reads for all of them. */
interface Watched {
  readonly viewers: Set<Viewer>
  /** The newest events, and the time of their read. Null before the first read. */
  newest: { readonly events: ReadonlyArray<LiveEvent>; readonly at: number } | null
  timer: ReturnType<typeof setTimeout> | undefined
}

const encoder = new TextEncoder()
const ping = encoder.encode(": nothing new\n\n")

/** Pages that lose their streams together, such as by a restart, come back over some seconds. */
const leastRetryMs = 1000
const retrySpreadMs = 4000
const hello = () => {
  const retryMs = leastRetryMs + Math.floor(Math.random() * retrySpreadMs)
  return encoder.encode(`retry: ${retryMs}\n\n: open\n\n`)
}

const pieceOf = (message: LiveMessage): Uint8Array =>
  encoder.encode(`data: ${JSON.stringify(message)}\n\n`)

/** Opens live streams. However many pages are open, each scope is read once in an interval. */
export const liveStreams = (options: LiveStreamsOptions): LiveStreams => {
  const { read, everyMs, pingMs, recentMs, mostMs, most } = options
  const watched = new Map<string, Watched>()
  const people = crowd<Viewer>(most)
  let isClosed = false

  const look = async (scope: Scope, one: Watched): Promise<void> => {
    // A failed read is repeated later. Pages show what they have.
    const events = await read(scope).catch(() => null)
    if (events !== null) {
      const message = newsOf(one, events, recentMs)
      one.newest = { events, at: performance.now() }
      if (message !== null) await tell([...one.viewers], pieceOf(message))
    }
    if (one.viewers.size > 0) one.timer = setTimeout(() => void look(scope, one), everyMs)
    else watched.delete(scopeKey(scope))
  }

  const watchedOf = (scope: Scope): Watched => {
    const key = scopeKey(scope)
    const found = watched.get(key)
    if (found !== undefined) return found
    const one: Watched = { viewers: new Set(), newest: null, timer: undefined }
    watched.set(key, one)
    void look(scope, one)
    return one
  }

  const pings = setInterval(() => {
    void tell(
      [...watched.values()].flatMap(({ viewers }) => [...viewers]),
      ping
    )
  }, pingMs)
  pings.unref?.()

  return {
    open: (scope, { person, onGone }) => {
      const place = isClosed ? "full" : people.placeFor(person)
      if (place === "full") return null
      if (place !== "free") place.end()
      const one = watchedOf(scope)
      const [body, viewer] = openViewer(() => {
        clearTimeout(limit)
        one.viewers.delete(viewer)
        people.leave(person, viewer)
        onGone()
      })
      const limit = setTimeout(viewer.end, mostMs * (1 - Math.random() / 3))
      limit.unref?.()
      people.enter(person, viewer)
      one.viewers.add(viewer)
      viewer.send(hello())
      const recent = recentOf(one, recentMs)
      if (recent !== null) viewer.send(pieceOf(recent))
      return { body, end: viewer.end }
    },
    count: people.size,
    close: () => {
      isClosed = true
      clearInterval(pings)
      for (const one of watched.values()) {
        clearTimeout(one.timer)
        for (const viewer of [...one.viewers]) viewer.end()
      }
      watched.clear()
    }
  }
}

/** Returns the events since the last read. The first read can only judge events by their age. */
const newsOf = (
  { newest }: Watched,
  events: ReadonlyArray<LiveEvent>,
  recentMs: number
): LiveMessage | null => {
  if (newest === null) return unseenOf(events, ({ ageMs }) => ageMs <= recentMs)
  const seen = new Set(newest.events.map(({ id }) => id))
  return unseenOf(events, ({ id }) => !seen.has(id))
}

/** Returns the events that a page may lack that got its data before its stream. */
const recentOf = ({ newest }: Watched, recentMs: number): LiveMessage | null => {
  if (newest === null) return null
  const sinceMs = performance.now() - newest.at
  return unseenOf(newest.events, ({ ageMs }) => ageMs + sinceMs <= recentMs)
}

/** Writing to a page takes some hundredths of a millisecond. */
const pagesAtOnce = 100

/** Sends a piece to many pages. Other code runs in between. */
const tell = async (viewers: ReadonlyArray<Viewer>, piece: Uint8Array): Promise<void> => {
  for (const [nth, viewer] of viewers.entries()) {
    if (nth > 0 && nth % pagesAtOnce === 0) await setImmediate()
    viewer.send(piece)
  }
}
