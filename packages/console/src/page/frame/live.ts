import { useEffect, useRef } from "preact/hooks"
import type { LiveMessage } from "../../live/LiveEvent.ts"
import { dataPath } from "./api.ts"
import { usePlace } from "./router.tsx"
import { shellData } from "./shellData.ts"

type Listener = (message: LiveMessage) => void

const listeners = new Set<Listener>()
let source: EventSource | null = null
let shown = ""

/** The message of a page that may have missed something. */
const everything: LiveMessage = { types: [], subjects: [], isMore: true }

const tell = (message: LiveMessage): void => {
  for (const listener of [...listeners]) listener(message)
}

const connect = (): void => {
  source?.close()
  source = null
  // A hidden tab needs no connection. Browsers allow few of them over HTTP 1.
  if (shown === "" || document.visibilityState !== "visible") return
  const opened = new EventSource(`${shellData.base}/api${shown}`)
  source = opened
  opened.onmessage = ({ data }) => tell(JSON.parse(data) as LiveMessage)
  opened.onerror = () => {
    // A refused stream is not opened again by itself.
    if (opened.readyState === EventSource.CLOSED) setTimeout(connectAgain, 10_000, opened)
  }
}

const connectAgain = (old: EventSource): void => {
  if (source === old) connect()
}

document.addEventListener("visibilitychange", () => {
  const wasOpen = source !== null
  connect()
  if (!wasOpen && source !== null) tell(everything)
})

/** Follows the events of the shown place, from the frame of the page. */
export const useLiveConnection = (): void => {
  const place = usePlace()
  const path = dataPath(place, "/live")
  useEffect(() => {
    shown = path
    connect()
    return () => {
      shown = ""
      connect()
    }
  }, [path])
}

/** Calls a listener when something happens in the shown place, at most once a second. */
export const useLive = (listener: Listener): void => {
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => {
    const heard: Listener = (message) => latest.current(message)
    listeners.add(heard)
    return () => {
      listeners.delete(heard)
    }
  }, [])
}
