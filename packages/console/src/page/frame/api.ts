import type { RefusalBody } from "../../frame/refusals.ts"
import { type Place, shellData } from "./shellData.ts"
import { setTrouble } from "./trouble.ts"

/** A request that failed, with a sentence for people. */
export class Failed extends Error {
  /** The status of the answer. 0 if there was none. */
  readonly status: number
  /** The id of the request. Empty if there was no answer. */
  readonly request: string
  /** The sentences about single fields, by their names. */
  readonly fields: Readonly<Record<string, string>>

  constructor(status: number, message: string, request = "", fields: Failed["fields"] = {}) {
    super(message)
    this.status = status
    this.request = request
    this.fields = fields
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
  const { request, fields } = body?.error ?? {}
  throw new Failed(response.status, message, request, fields)
}

/** Gets data by its path below the console's data. */
export const get = <A>(path: string, signal?: AbortSignal): Promise<A> =>
  send(path, signal === undefined ? {} : { signal })

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
