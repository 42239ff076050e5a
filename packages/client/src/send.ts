import { type Attempt, attempt, type Sendable } from "./attempt.ts"
import type { SentRequest } from "./ClientOptions.ts"
import { PayloomError } from "./PayloomError.ts"
import { retryAfterMs } from "./retryAfter.ts"

/** A request, and what is known about repeating it. */
export interface Call extends Sendable {
  /** The path, for logs. */
  readonly path: string
  /** The key of a change. Null for reads and for changes that have none. */
  readonly idempotencyKey: string | null
  /** False for a change without a key that must not be repeated. */
  readonly repeats: boolean
  /** How to find out if a change was made. Null for reads. */
  readonly findOut: string | null
  readonly onRequest: ((request: SentRequest) => void) | null
}

/** The waits before the second, third, fourth and fifth try, in milliseconds. */
const waits = [1000, 2000, 4000, 8000]

/** A server's longer wait is the caller's to decide. */
const longestWaitMs = 30_000

/**
 * Sends a request, and returns its answer. A request that got no answer, or whose key is in flight,
 * is sent again with the same key after 1, 2, 4 and 8 seconds. Then it rejects.
 */
export const send = async (call: Call): Promise<unknown> => {
  let isUnknown = false
  for (let tries = 1; ; tries++) {
    const startedAt = Date.now()
    const ended = await attempt(call)
    report(call, ended, tries, Date.now() - startedAt)
    if (ended.kind === "answered") return ended.value
    isUnknown = call.findOut !== null && stillUnknown(ended, isUnknown)
    const wait = waits[tries - 1]
    const asked = ended.kind === "lost" ? null : retryAfterMs(ended.response.headers)
    const canWait = asked === null || asked <= longestWaitMs
    if (wait === undefined || !canWait || !call.repeats || !mayPass(ended)) {
      throw errorOf(call, ended, isUnknown)
    }
    await pause(Math.max(wait, asked ?? 0), call.signal)
  }
}

type Answered = Exclude<Attempt, { readonly kind: "lost" }>

/** Returns true if a further try may end otherwise. */
const mayPass = (ended: Attempt): boolean => {
  if (ended.kind === "lost") return true
  const { status } = (ended as Answered).response
  return status >= 500 || status === 429 || isInFlight(ended)
}

const isInFlight = (ended: Attempt): boolean =>
  ended.kind === "refused" && ended.error.code === "idempotency_key_in_flight"

/** Answers that are given before the key is looked at, and so say nothing of earlier tries. */
const givenBeforeKey = new Set([401, 403, 429])

/** Returns true if the change may have been made, by this try or by an earlier one. */
const stillUnknown = (ended: Attempt, wasUnknown: boolean): boolean => {
  if (ended.kind === "lost") return true
  const { ok, status } = (ended as Answered).response
  if (ok || status >= 500 || isInFlight(ended)) return true
  return wasUnknown && (ended.kind === "foreign" || givenBeforeKey.has(status))
}

const report = (call: Call, ended: Attempt, tries: number, durationMs: number): void => {
  if (call.onRequest === null) return
  const response = ended.kind === "lost" ? null : ended.response
  call.onRequest({
    method: call.method,
    path: call.path,
    status: response?.status ?? null,
    requestId: response?.headers.get("request-id") ?? null,
    isReplay: response?.headers.get("idempotent-replay") === "true",
    attempt: tries,
    durationMs
  })
}

const errorOf = (call: Call, ended: Attempt, isUnknown: boolean): PayloomError => {
  const { idempotencyKey, findOut } = call
  const outcome = isUnknown ? "unknown" : "refused"
  const advice = isUnknown ? ` The change may have been made. ${findOut}` : ""
  const common = { outcome, idempotencyKey } as const
  if (ended.kind === "lost") {
    const message = `No answer came from ${new URL(call.url).host}.${advice}`
    return new PayloomError({
      ...common,
      code: "no_answer",
      type: "client_error",
      message,
      cause: ended.cause
    })
  }
  const { status, headers } = ended.response
  const answered = {
    ...common,
    status,
    requestId: headers.get("request-id"),
    retryAfterMs: retryAfterMs(headers)
  }
  if (ended.kind === "refused") {
    const { type, code, message, param = null } = ended.error
    return new PayloomError({ ...answered, type, code, message: message + advice, param })
  }
  const message =
    `The answer with status ${status} is not one of Payloom's: check that baseUrl is the address ` +
    `of its API, and what stands between.${advice}`
  return new PayloomError({
    ...answered,
    code: "answer_malformed",
    type: "client_error",
    message,
    cause: (ended as { readonly cause: unknown }).cause
  })
}

/** Waits, unless the caller ends the call. Then it rejects with the signal's reason. */
const pause = (ms: number, signal: AbortSignal | null): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end)
      resolve()
    }, ms)
    if (signal?.aborted === true) return end()
    signal?.addEventListener("abort", end, { once: true })
  })
