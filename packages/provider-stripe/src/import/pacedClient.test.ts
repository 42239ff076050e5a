import type Stripe from "stripe"
import { describe, expect, it } from "vitest"
import { pacedClient } from "./pacedClient.ts"

/** Creates a client that notes the time of each call, and answers with some statuses in turn. */
const notingClient = (statuses: ReadonlyArray<number> = []) => {
  const times: Array<number> = []
  const read: Array<number> = []
  const client: Stripe.HttpClient = {
    getClientName: () => "noting",
    makeRequest: async () => {
      const status = statuses[times.length] ?? 200
      times.push(performance.now())
      return {
        getStatusCode: () => status,
        getHeaders: () => ({}),
        getRawResponse: () => null,
        toStream: () => null,
        toJSON: async () => {
          read.push(status)
          return {}
        }
      }
    }
  }
  return { client, times, read }
}

const send = (client: Stripe.HttpClient) =>
  client.makeRequest("api.stripe.com", "443", "/v1/prices", "GET", {}, "", "https", 1000)

describe("a client with a pace", () => {
  it("begins calls at equal distances, however many wait", async () => {
    const { client, times } = notingClient()
    const paced = pacedClient(client, { callsPerSecond: 200, retries: 0 })
    await Promise.all(Array.from({ length: 21 }, () => send(paced)))
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(90)
  })

  it("does not wait without a limit", async () => {
    const { client, times } = notingClient()
    const paced = pacedClient(client, { callsPerSecond: Number.POSITIVE_INFINITY, retries: 0 })
    await Promise.all(Array.from({ length: 100 }, () => send(paced)))
    expect(times).toHaveLength(100)
  })

  it("sends a call again that Stripe refused for its limit, after a wait", async () => {
    const { client, times, read } = notingClient([429, 429])
    const paced = pacedClient(client, { callsPerSecond: 1e6, retries: 8, backOffMs: 20 })
    expect((await send(paced)).getStatusCode()).toBe(200)
    expect(times).toHaveLength(3)
    // At least half of 20 ms and half of 40 ms.
    expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(27)
    expect(read).toEqual([429, 429])
  })

  it("returns the refusal after its last repetition", async () => {
    const { client, times } = notingClient([429, 429, 429])
    const paced = pacedClient(client, { callsPerSecond: 1e6, retries: 2, backOffMs: 1 })
    expect((await send(paced)).getStatusCode()).toBe(429)
    expect(times).toHaveLength(3)
  })
})
