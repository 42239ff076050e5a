import { randomUUID } from "node:crypto"
import type { Handler } from "../createHandler.ts"
import type { ErrorBody } from "../errorResponses.ts"

/** A JSON object whose members a test looks at. */
export type Json = Readonly<Record<string, unknown>>

/** A response whose body was read. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** The body's text, byte for byte. */
  readonly text: string
  readonly json: Json
  /** The `error` of a refusal. An empty object if there is none. */
  readonly error: Partial<ErrorBody["error"]>
}

interface Sent {
  /** JSON, or a text that is sent unchanged. */
  readonly body?: Json | string
  /** The Idempotency-Key. Default: a new one for each request. Null for none. */
  readonly key?: string | null
  /** The API key. Default: the account's secret key. Null for none. */
  readonly bearer?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** Requests to the merchant surface, as a merchant's server sends them. */
export interface Client {
  readonly send: (method: string, path: string, sent?: Sent) => Promise<Reply>
  readonly get: (path: string, sent?: Sent) => Promise<Reply>
  readonly patch: (path: string, body?: Json, sent?: Omit<Sent, "body">) => Promise<Reply>
  readonly post: (path: string, body?: Json | string, sent?: Omit<Sent, "body">) => Promise<Reply>
  /** Creates a one_off payment of 1250 EUR. `fields` override or add to the request. */
  readonly pay: (fields?: Json, sent?: Omit<Sent, "body">) => Promise<Reply>
}

/** Reads a response to its end. */
export const readReply = async (response: Response): Promise<Reply> => {
  const text = await response.text()
  const json = text.startsWith("{") ? (JSON.parse(text) as Json) : {}
  return {
    status: response.status,
    headers: response.headers,
    text,
    json,
    error: (json.error ?? {}) as Reply["error"]
  }
}

const base = "http://payloom.test"

/** Returns a client of a handler with a secret key. */
export const clientOf = (handler: Handler, secretKey: string): Client => {
  const send: Client["send"] = async (method, path, { body, key, bearer, headers } = {}) => {
    const all = new Headers(headers)
    if (bearer !== null) all.set("Authorization", `Bearer ${bearer ?? secretKey}`)
    if (method !== "GET" && key !== null) all.set("Idempotency-Key", key ?? randomUUID())
    const text = typeof body === "object" ? JSON.stringify(body) : body
    const init = { method, headers: all, ...(text === undefined ? {} : { body: text }) }
    return readReply(await handler(new Request(base + path, init)))
  }
  const post: Client["post"] = (path, body, sent) =>
    send("POST", path, { ...sent, ...(body === undefined ? {} : { body }) })
  return {
    send,
    get: (path, sent) => send("GET", path, sent),
    patch: (path, body, sent) =>
      send("PATCH", path, { ...sent, ...(body === undefined ? {} : { body }) }),
    post,
    pay: (fields, sent) =>
      post("/payments", { amount: "1250", currency: "EUR", type: "one_off", ...fields }, sent)
  }
}

/** The members of a list. */
export const itemsOf = (reply: Reply): ReadonlyArray<Json> =>
  (reply.json.data ?? []) as ReadonlyArray<Json>

/** The ids of a list's members, in its order. */
export const idsOf = (reply: Reply): ReadonlyArray<unknown> => itemsOf(reply).map(({ id }) => id)
