import { createHmac, randomBytes } from "node:crypto"
import { isIPv6 } from "node:net"
import type { RateLimit, RateLimitRequest } from "@payloom/adapter-http"
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible"

/** How many requests a second are taken. */
export interface RequestsPerSecond {
  /** Of each tenant and mode, whoever sends them. */
  readonly merchant: number
  /** Of payers, for each address. */
  readonly payer: number
  /** Of who isn't let in, for each address. */
  readonly unauthenticated: number
}

/**
 * So many counts are kept for addresses, however many there are: those that share one share their
 * limit. Who has a whole network of addresses fills no memory with them.
 */
const addressCounts = 4096

/**
 * At most so many requests a second, counted in this process. A request beyond that is told to come
 * again when the second is over. Payers are told apart by their addresses, so that none of them
 * uses up what is their merchant's or another payer's.
 */
export const rateLimit = (points: RequestsPerSecond): RateLimit => {
  const limiters = {
    merchant: new RateLimiterMemory({ points: points.merchant, duration: 1 }),
    payer: new RateLimiterMemory({ points: points.payer, duration: 1 }),
    unauthenticated: new RateLimiterMemory({ points: points.unauthenticated, duration: 1 })
  }
  return async (request) => {
    try {
      await limiters[request.surface].consume(keyOf(request))
      return { allowed: true }
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      return { allowed: false, retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1000) }
    }
  }
}

const keyOf = ({ surface, tenant, mode, address }: RateLimitRequest): string =>
  surface === "merchant" ? `${tenant}/${mode}` : countOf(networkOf(address ?? ""))

/** What one client has of addresses: of IPv6 a whole network of 64 bits. */
const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address
  const [head = ""] = address.split("::")
  return address.startsWith("::ffff:") ? address : head.split(":").slice(0, 4).join(":")
}

/** Of this process alone, so that nobody can choose whose limit they share. */
const salt = randomBytes(32)

const countOf = (network: string): string =>
  String(createHmac("sha256", salt).update(network).digest().readUInt32BE() % addressCounts)
