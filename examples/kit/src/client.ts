import { setTimeout as pause } from "node:timers/promises"

/** A request that must be carried out once, even if it is sent several times. */
interface Request {
  readonly path: string
  readonly key: string
  readonly body: object
}

/** A response. */
export interface Reply {
  readonly status: number
  readonly text: string
  readonly isReplay: boolean
  readonly json: Readonly<Record<string, unknown>>
}

/** An acknowledged request with its response. */
interface Acknowledged extends Request {
  readonly reply: Reply
  /** A position that the client was given, when the response came. */
  readonly at: number
}

/** A client of several servers that records all responses. */
export interface Client {
  /**
   * Sends a request to any server until it is acknowledged. Returns null if the request is refused,
   * or if there is no response in time. Such a request stays in `unanswered`.
   */
  readonly ask: (request: Request) => Promise<Reply | null>
  /** Sends a request once. Returns null without a final response. */
  readonly send: (request: Request) => Promise<Reply | null>
  /** Sends a request as a payer's browser, which has no idempotency key. */
  readonly sendAs: (headers: Headers, path: string, body?: object) => Promise<Reply | null>
  readonly acknowledged: ReadonlyArray<Acknowledged>
  /** Requests without a response. */
  readonly unanswered: Set<Request>
  /** The number of refused requests, by error code. */
  readonly refused: ReadonlyMap<string, number>
}

const patienceMs = 4000
const retryEveryMs = 100
/** A server always answers sooner than this. */
const timeoutMs = 20_000

/** Returns true if the response isn't final, so that the request is sent again. */
const isTransient = ({ status, json }: Reply): boolean =>
  status >= 500 || status === 429 || codeOf(json) === "idempotency_key_in_flight"

const codeOf = ({ error }: Reply["json"]): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : null

/**
 * Returns a client of the servers that run at a time. `position` is called for each acknowledged
 * request, for a trial that compares responses with another order of events.
 */
export const clientOf = (
  secretKey: string,
  url: () => string | null,
  position: () => number = () => 0
): Client => {
  const acknowledged: Array<Acknowledged> = []
  const unanswered = new Set<Request>()
  const refused = new Map<string, number>()
  const sendAs: Client["sendAs"] = async (headers, path, body) => {
    const server = url()
    if (server === null) return null
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(`${server}${path}`, { headers, signal, ...sent })
      const text = await response.text()
      const isReplay = response.headers.get("Idempotent-Replay") === "true"
      const reply = { status: response.status, text, isReplay, json: JSON.parse(text) }
      return isTransient(reply) ? null : reply
    } catch {
      // The server died, or the connection broke.
      return null
    }
  }
  const send: Client["send"] = ({ path, key, body }) => {
    const headers = new Headers({ Authorization: `Bearer ${secretKey}`, "Idempotency-Key": key })
    return sendAs(headers, path, body)
  }
  const ask: Client["ask"] = async (request) => {
    const giveUpAt = performance.now() + patienceMs
    unanswered.add(request)
    for (;;) {
      const reply = await send(request)
      if (reply !== null) {
        unanswered.delete(request)
        if (reply.status === 200) {
          acknowledged.push({ ...request, reply, at: position() })
          return reply
        }
        const code = String(codeOf(reply.json))
        refused.set(code, (refused.get(code) ?? 0) + 1)
        return null
      }
      if (performance.now() > giveUpAt) return null
      await pause(retryEveryMs)
    }
  }
  return { ask, send, sendAs, acknowledged, unanswered, refused }
}
