import { useEffect, useRef } from "preact/hooks"
import type { LiveMessage } from "../../live/LiveEvent.ts"
import { dataPath, get } from "./api.ts"
import { usePlace } from "./router.tsx"
import { shellData } from "./shellData.ts"
import { setTrouble } from "./trouble.ts"

type Listener = (message: LiveMessage) => void

const listeners = new Set<Listener>()
let source: EventSource | null = null
let shown = ""
let wasLost = false
let patience: ReturnType<typeof setTimeout> | undefined

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
  opened.onopen = () => {
    clearTimeout(patience)
    patience = undefined
    setTrouble("not_live", false)
    // No page learned of events since the connection ended.
    if (wasLost) tell(everything)
    wasLost = false
  }
  opened.onmessage = ({ data }) => tell(JSON.parse(data) as LiveMessage)
  opened.onerror = () => {
    if (source !== opened) return
    wasLost = true
    patience ??= setTimeout(() => setTrouble("not_live", true), patienceMs)
    // A refused stream is not opened again by itself.
    if (opened.readyState !== EventSource.CLOSED) return
    setTimeout(connectAgain, againMs * (0.5 + Math.random()), opened)
    // A stream doesn't say why it was refused. The answer to this does, such as after a sign-out.
    get("/me").catch(() => {})
  }
}

/** The server ends a stream now and then, and the browser opens the next one within seconds. */
const patienceMs = 8000

/** The time after which a refused stream is opened again. Pages differ by half of it at most. */
const againMs = 5000

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
