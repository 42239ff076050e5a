import { describe, expect, it, onTestFinished, vi } from "vitest"
import { rateLimit } from "./rateLimit.ts"

const of = {
  merchant: (tenant: string, mode: "test" | "live" = "test") =>
    ({
      surface: "merchant",
      tenant,
      mode,
      operation: "listPayments",
      address: "192.0.2.1"
    }) as const,
  payer: (address: string | null) =>
    ({ surface: "payer", tenant: "a", mode: "test", operation: "readSession", address }) as const,
  nobody: (address: string | null) => ({
    ...({ surface: "unauthenticated", tenant: null, mode: null } as const),
    operation: "listPayments",
    address
  })
}

describe("the server's rate limit", () => {
  it("accepts this many requests of a tenant and mode per second", async () => {
    const limit = rateLimit({ merchant: 2, payer: 1, unauthenticated: 1 })
    await limit(of.merchant("a"))
    expect(await limit(of.merchant("a"))).toEqual({ allowed: true })
    expect(await limit(of.merchant("a"))).toEqual({ allowed: false, retryAfterSeconds: 1 })
    expect(await limit(of.merchant("a", "live"))).toEqual({ allowed: true })
    expect(await limit(of.merchant("b"))).toEqual({ allowed: true })
  })

  it("counts payers and unauthenticated clients by their addresses", async () => {
    const limit = rateLimit({ merchant: 1, payer: 1, unauthenticated: 1 })
    for (const who of [of.payer, of.nobody]) {
      expect(await limit(who("192.0.2.1"))).toEqual({ allowed: true })
      expect(await limit(who("192.0.2.1"))).toMatchObject({ allowed: false })
      expect(await limit(who("192.0.2.2"))).toEqual({ allowed: true })
      expect(await limit(who(null))).toEqual({ allowed: true })
    }
    expect(await limit(of.merchant("a"))).toEqual({ allowed: true })
  })

  it("counts an IPv6 network as one client, and a mapped IPv4 address as its own", async () => {
    const limit = rateLimit({ merchant: 1, payer: 1, unauthenticated: 1 })
    await limit(of.nobody("2001:db8:1:2::1"))
    expect(await limit(of.nobody("2001:db8:1:2:ffff::9"))).toMatchObject({ allowed: false })
    expect(await limit(of.nobody("2001:db8:1:3::1"))).toEqual({ allowed: true })
    await limit(of.nobody("::ffff:192.0.2.1"))
    expect(await limit(of.nobody("::ffff:192.0.2.2"))).toEqual({ allowed: true })
  })

  it("keeps no more counts for 20,000 addresses than for 4,096", async () => {
    // The clock doesn't move, so all requests are in one second.
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] })
    onTestFinished(() => void vi.useRealTimers())
    const limit = rateLimit({ merchant: 1, payer: 1, unauthenticated: 1 })
    let allowed = 0
    for (let n = 0; n < 20_000; n++) {
      const verdict = await limit(of.nobody(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`))
      if (verdict.allowed) allowed += 1
    }
    expect(allowed).toBeLessThanOrEqual(3 * 4096)
  })
})
