import { setTimeout as sleep } from "node:timers/promises"
import type Stripe from "stripe"

/** The pace of calls. */
export interface Pace {
  /** The most calls that begin in a second. `Infinity` for no limit. */
  readonly callsPerSecond: number
  /** The number of times that a call is sent again after Stripe's limit. */
  readonly retries: number
  /** The wait after the first refusal, in milliseconds. It doubles with each further one. */
  readonly backOffMs?: number
}

const longestBackOffMs = 16_000

/**
 * Limits the calls of an HTTP client. They begin at equal distances, so a second never has more of
 * them than its share. If Stripe answers that there were too many, all calls wait. Stripe didn't
 * carry out such a call, so it is sent again with the same idempotency key.
 */
export const pacedClient = (
  client: Stripe.HttpClient,
  { callsPerSecond, retries, backOffMs = 500 }: Pace
): Stripe.HttpClient => {
  const distanceMs = 1000 / callsPerSecond
  let nextAt = 0
  const turn = async (): Promise<void> => {
    const now = performance.now()
    const at = Math.max(now, nextAt)
    nextAt = at + distanceMs
    if (at > now) await sleep(at - now)
  }
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (...request) => {
      for (let refused = 0; ; refused++) {
        await turn()
        const answer = await client.makeRequest(...request)
        if (answer.getStatusCode() !== 429 || refused >= retries) return answer
        // A body that nobody reads holds its connection.
        await answer.toJSON().catch(() => undefined)
        const waitMs = Math.min(backOffMs * 2 ** refused, longestBackOffMs)
        nextAt = Math.max(nextAt, performance.now() + waitMs * (0.5 + Math.random() / 2))
      }
    }
  }
}
