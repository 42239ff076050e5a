import { type Answer, answerOf, type ErrorBody, Refusal } from "./refusals.ts"

interface Kept {
  readonly request: string
  readonly answer: Answer | null
  readonly at: number
}

const remembersSeconds = 24 * 3600

const clash = (status: number, message: string, code?: string): Refusal => {
  const body: ErrorBody = { type: "idempotency_error", message, ...(code && { code }) }
  return new Refusal(status, body, false)
}

/**
 * Stores the answers to idempotency keys for a day. The same request under a key gets the same
 * answer. A different request under the key is refused, and so is a request that arrives while the
 * first one is in flight.
 */
export const idempotency = (now: () => number) => {
  const kept = new Map<string, Kept>()
  return {
    once: (key: string | null, request: string, carryOut: () => Answer): Answer => {
      if (key === null) return carryOut()
      const known = kept.get(key)
      if (known !== undefined && now() - known.at < remembersSeconds) {
        if (known.request !== request) {
          throw clash(
            400,
            "Keys for idempotent requests can only be used with the same parameters."
          )
        }
        if (known.answer === null) {
          throw clash(409, "There is another request under this key.", "idempotency_key_in_use")
        }
        return { ...known.answer, isReplayed: true }
      }
      kept.set(key, { request, answer: null, at: now() })
      try {
        const answer = answerOf(carryOut, ({ isKept }) => isKept)
        kept.set(key, { request, answer, at: now() })
        return answer
      } catch (error) {
        kept.delete(key)
        throw error
      }
    }
  }
}
