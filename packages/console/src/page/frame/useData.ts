import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import type { LiveMessage } from "../../live/LiveEvent.ts"
import { dataPath, Failed, get } from "./api.ts"
import { useLive } from "./live.ts"
import { usePlace } from "./router.tsx"

/** Data of the server, as a page shows it. */
export interface Shown<A> {
  /** The data. It stays while newer data is loaded, so that the page doesn't jump. */
  readonly data: A | null
  readonly error: Failed | null
  /** True while data of another address is loaded than that which is shown. */
  readonly isStale: boolean
  readonly reload: () => void
}

const asFailed = (error: unknown): Failed =>
  error instanceof Failed ? error : new Failed(0, String(error))

const nothing = (): boolean => false

/**
 * Loads data of the shown place. `concerns` says which messages make the data old. It is loaded
 * again then, at most once a second.
 */
export const useData = <A>(
  path: string,
  concerns: (message: LiveMessage) => boolean = nothing
): Shown<A> => {
  const place = usePlace()
  const address = dataPath(place, path)
  const [shown, setShown] = useState<{ of: string; data: A | null; error: Failed | null }>({
    of: "",
    data: null,
    error: null
  })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    get<A>(address, leaving.signal).then(
      (data) => setShown({ of: address, data, error: null }),
      (error: unknown) => {
        if (leaving.signal.aborted) return
        setShown(({ of, data }) => ({
          of: address,
          data: of === address ? data : null,
          error: asFailed(error)
        }))
      }
    )
    return () => leaving.abort()
  }, [address, round])
  const reload = useCallback(() => setRound((number) => number + 1), [])
  useThrottledLive(concerns, reload)
  useEffect(() => {
    // Payments made right before the page was opened may not be in its lists yet.
    if (concerns === nothing) return
    const timer = setTimeout(reload, againMs)
    return () => clearTimeout(timer)
  }, [address, concerns === nothing, reload])
  return { data: shown.data, error: shown.error, isStale: shown.of !== address, reload }
}

const pauseMs = 1000

/** Lists and figures follow the events by a second or two, so they are read once more. */
const againMs = 2500

const useThrottledLive = (concerns: (message: LiveMessage) => boolean, reload: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const again = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const last = useRef(0)
  useLive((message) => {
    if (!message.isMore && !concerns(message)) return
    clearTimeout(timer.current)
    const wait = Math.max(0, last.current + pauseMs - Date.now())
    timer.current = setTimeout(() => {
      last.current = Date.now()
      reload()
    }, wait)
    clearTimeout(again.current)
    again.current = setTimeout(reload, wait + againMs)
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      clearTimeout(again.current)
    },
    []
  )
}
