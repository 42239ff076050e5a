import type { RefusalBody } from "../../frame/refusals.ts"
import { type Place, shellData } from "./shellData.ts"
import { setTrouble } from "./trouble.ts"

type FailedDetails = Partial<Pick<Failed, "request" | "fields" | "retryAfterMs">>

/** A request that failed, with a sentence for people. */
export class Failed extends Error {
  /** The status of the answer. 0 if there was none. */
  readonly status: number
  /** The id of the request. Empty if there was no answer. */
  readonly request: string
  /** The sentences about single fields, by their names. */
  readonly fields: Readonly<Record<string, string>>
  /** The time after which a busy server wants the request again. Null if it said none. */
  readonly retryAfterMs: number | null

  constructor(status: number, message: string, more: FailedDetails = {}) {
    super(message)
    this.status = status
    this.request = more.request ?? ""
    this.fields = more.fields ?? {}
    this.retryAfterMs = more.retryAfterMs ?? null
  }

  /** True if the server decided: the same request would be refused again. */
  get isDecided(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 409
  }
}

const send = async <A>(path: string, init: RequestInit): Promise<A> => {
  const response = await fetch(`${shellData.base}/api${path}`, {
    ...init,
    redirect: "manual",
    credentials: "same-origin"
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error
    setTrouble("unreachable", true)
    throw new Failed(0, "The server doesn't answer. Check your connection and try again.")
  })
  setTrouble("unreachable", false)
  setTrouble("signed_out", response.status === 401)
  if (response.ok) return (await response.json()) as A
  const body = (await response.json().catch(() => null)) as RefusalBody | null
  const message = body?.error.message ?? "The server can't answer at the moment. Try again."
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN)
  const retryAfterMs = seconds > 0 ? seconds * 1000 : null
  throw new Failed(response.status, message, { ...body?.error, retryAfterMs })
}

const mostTries = 4

/** Gets data by its path below the console's data. Waits if the server is busy. */
export const get = async <A>(path: string, signal?: AbortSignal): Promise<A> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send<A>(path, signal === undefined ? {} : { signal })
    } catch (error) {
      const waitMs = error instanceof Failed ? error.retryAfterMs : null
      if (waitMs === null || tries === mostTries) throw error
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      signal?.throwIfAborted()
    }
  }
}

/** Returns the path of data in an account and a mode. */
export const dataPath = ({ tenant, mode }: Omit<Place, "path">, path: string): string =>
  `/${encodeURIComponent(tenant)}/${mode}${path}`

/** Something to do, as the server takes it. */
export interface ActBody {
  readonly subject: string
  readonly input?: object
  readonly reason?: string
  readonly idempotencyKey: string
}

/** Does something on behalf of the person. */
export const act = <A>(place: Place, name: string, body: ActBody): Promise<A> =>
  send(dataPath(place, `/acts/${name}`), {
    method: "POST",
    headers: { "Content-Type": "application/json", "Console-Token": shellData.token },
    body: JSON.stringify(body)
  })

/** Returns a new idempotency key. Each dialog makes one. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
