import { createHmac, randomBytes } from "node:crypto"
import { isIPv6 } from "node:net"
import type { RateLimit, RateLimitRequest } from "@payloom/adapter-http"
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible"

/** The accepted requests per second. */
export interface RequestsPerSecond {
  /** For each tenant and mode. */
  readonly merchant: number
  /** For each address of payers. */
  readonly payer: number
  /** For each address of unauthenticated clients. */
  readonly unauthenticated: number
}

/**
 * The number of counters for addresses. Addresses with the same counter share their limit, so a
 * client with a whole network of addresses can't fill the memory.
 */
const addressCounts = 4096

/**
 * Limits requests per second, counted in this process. A refused request may be retried after the
 * second is over. Payers are counted by address, so a payer can't use up the limit of the merchant
 * or of other payers.
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

/** Returns the network of an address: for IPv6, its first 64 bits. */
const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address
  const [head = ""] = address.split("::")
  return address.startsWith("::ffff:") ? address : head.split(":").slice(0, 4).join(":")
}

/** A random salt of this process, so that clients can't choose their counter. */
const salt = randomBytes(32)

const countOf = (network: string): string =>
  String(createHmac("sha256", salt).update(network).digest().readUInt32BE() % addressCounts)
