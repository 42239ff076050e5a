import { type Scope, scopeKey } from "@payloom/core"
import { type LiveEvent, unseenOf } from "./LiveEvent.ts"
import { openViewer, type Viewer } from "./Viewers.ts"

/** The dependencies and the limits of live streams. */
export interface LiveStreamsOptions {
  /** Returns the newest events of a scope, newest first. */
  readonly read: (scope: Scope) => Promise<ReadonlyArray<LiveEvent>>
  /** The interval of reads. */
  readonly everyMs: number
  /** The interval of pings, because proxies and servers close silent connections. */
  readonly pingMs: number
  /**
   * The time after which a stream ends. The page opens another one, which is authenticated. Streams
   * end up to a third earlier, each at a time of its own.
   */
  readonly mostMs: number
  /** The greatest number of open streams. */
  readonly most: number
}

/** Streams of server-sent events for open pages. */
export interface LiveStreams {
  /** Returns the body of a new stream. Null if there are too many, or after `close`. */
  readonly open: (scope: Scope) => ReadableStream<Uint8Array> | null
  /** Returns the number of open streams. */
  readonly count: () => number
  /** Ends all streams. */
  readonly close: () => void
}

/** The pages of a scope. One reader reads for all of them. */
interface Watched {
  readonly viewers: Set<Viewer>
  seen: ReadonlySet<string> | null
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

/** Opens live streams. However many pages are open, each scope is read once in an interval. */
export const liveStreams = (options: LiveStreamsOptions): LiveStreams => {
  const { read, everyMs, pingMs, mostMs, most } = options
  const watched = new Map<string, Watched>()
  let open = 0
  let isClosed = false

  const look = async (scope: Scope, one: Watched): Promise<void> => {
    // A failed read is repeated later. Pages show what they have.
    const newest = await read(scope).catch(() => null)
    if (newest !== null) {
      const message = unseenOf(newest, one.seen)
      one.seen = new Set(newest.map(({ id }) => id))
      if (message !== null) tell(one, encoder.encode(`data: ${JSON.stringify(message)}\n\n`))
    }
    if (one.viewers.size > 0) one.timer = setTimeout(() => void look(scope, one), everyMs)
    else watched.delete(scopeKey(scope))
  }

  const watchedOf = (scope: Scope): Watched => {
    const key = scopeKey(scope)
    const found = watched.get(key)
    if (found !== undefined) return found
    const one: Watched = { viewers: new Set(), seen: null, timer: undefined }
    watched.set(key, one)
    void look(scope, one)
    return one
  }

  const pings = setInterval(() => {
    for (const one of watched.values()) tell(one, ping)
  }, pingMs)
  pings.unref?.()

  return {
    open: (scope) => {
      if (isClosed || open >= most) return null
      const one = watchedOf(scope)
      const [body, viewer] = openViewer(() => {
        open--
        clearTimeout(limit)
        one.viewers.delete(viewer)
      })
      const limit = setTimeout(viewer.end, mostMs * (1 - Math.random() / 3))
      limit.unref?.()
      open++
      one.viewers.add(viewer)
      viewer.send(hello())
      return body
    },
    count: () => open,
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

const tell = ({ viewers }: Watched, piece: Uint8Array): void => {
  for (const viewer of [...viewers]) viewer.send(piece)
}
