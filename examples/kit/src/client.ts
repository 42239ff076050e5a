import { setTimeout as pause } from "node:timers/promises"

/** A request that is to be carried out once, however often it is sent. */
interface Request {
  readonly path: string
  readonly key: string
  readonly body: object
}

/** What was answered. */
export interface Reply {
  readonly status: number
  readonly text: string
  readonly isReplay: boolean
  readonly json: Readonly<Record<string, unknown>>
}

/** A request with the answer that it was acknowledged with. */
interface Acknowledged extends Request {
  readonly reply: Reply
}

/** A client of several servers, which keeps what it was told. */
export interface Client {
  /**
   * Sends a request until it is acknowledged, to whichever server there is; null where it is
   * refused, or no answer came for a while: such a request is kept for later.
   */
  readonly ask: (request: Request) => Promise<Reply | null>
  /** Sends once; null without an answer that stays. */
  readonly send: (request: Request) => Promise<Reply | null>
  /** The same as a payer's browser, which has no key. */
  readonly sendAs: (headers: Headers, path: string, body?: object) => Promise<Reply | null>
  readonly acknowledged: ReadonlyArray<Acknowledged>
  /** Those that are still to be answered. */
  readonly unanswered: Set<Request>
  /** How often a request was refused, by what it was refused with. */
  readonly refused: ReadonlyMap<string, number>
}

const patienceMs = 4000
const retryEveryMs = 100
/** Longer than a server may take. */
const timeoutMs = 20_000

/** Answers that say nothing yet, or nothing of the request: it is sent again. */
const isTransient = ({ status, json }: Reply): boolean =>
  status >= 500 || status === 429 || codeOf(json) === "idempotency_key_in_flight"

const codeOf = ({ error }: Reply["json"]): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : null

/** A client of whichever servers there are at a time. */
export const clientOf = (secretKey: string, url: () => string | null): Client => {
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
      // The server died, or its answer was cut off.
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
          acknowledged.push({ ...request, reply })
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
