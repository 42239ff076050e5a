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
 * The answers that keys stand for, for a day: the same request under a key is answered the same,
 * another one is turned away, and so is one that comes while the first is carried out.
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
        return known.answer
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
