import type { RateLimit } from "@payloom/adapter-http"
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible"

/**
 * At most so many requests a second for each tenant and mode, counted in this process. A request
 * beyond that is told to come again when the second is over.
 */
export const rateLimit = (requestsPerSecond: number): RateLimit => {
  const limiter = new RateLimiterMemory({ points: requestsPerSecond, duration: 1 })
  return async ({ tenant, mode }) => {
    try {
      await limiter.consume(`${tenant}/${mode}`)
      return { allowed: true }
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      return { allowed: false, retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1000) }
    }
  }
}
