import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { PayloomError } from "./PayloomError.ts"
import { openServedShop, type ServedShop } from "./testing/openServedShop.ts"

let shop: ServedShop
let card: string

beforeEach(async () => {
  shop = await openServedShop()
  card = await shop.saveCard("approved")
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] })
})

afterEach(async () => {
  vi.useRealTimers()
  await shop.payloom.close()
})

const order = () =>
  ({ amount: 1250n, currency: "EUR", type: "one_off", payment_instrument: card }) as const

/** Runs a call with its waits, and returns its result, or its error. */
const ended = async <A>(call: Promise<A>): Promise<A | PayloomError> => {
  const settled = call.catch((error: unknown) => error as PayloomError)
  let isOver = false
  void settled.then(() => {
    isOver = true
  })
  while (!isOver) await vi.advanceTimersByTimeAsync(100)
  return settled
}

const refusal = async (call: Promise<unknown>): Promise<PayloomError> => {
  const error = await ended(call)
  expect(error).toBeInstanceOf(PayloomError)
  return error as PayloomError
}

const keys = () => shop.sent.map(({ headers }) => headers.get("idempotency-key"))
const charges = async () => (await shop.merchant.payments.list()).data.length

describe("a call whose answer is lost", () => {
  it("is sent again with the same key, and charges once", async () => {
    shop.weather.push("lost after", "lost before")
    const payment = await ended(shop.client.payments.create(order()))
    expect(payment).toMatchObject({ object: "payment", status: "succeeded", amount: "1250" })
    expect(new Set(keys()).size).toBe(1)
    expect(keys()).toHaveLength(3)
    expect(await charges()).toBe(1)
    expect(shop.logged.map(({ status, isReplay, attempt }) => [status, isReplay, attempt])).toEqual(
      [
        [null, false, 1],
        [null, false, 2],
        [200, true, 3]
      ]
    )
  })

  it("is sent after 1, 2, 4 and 8 seconds, and then no more", async () => {
    shop.weather.push("lost after", ...Array.from({ length: 9 }, () => "lost before" as const))
    const times: Array<number> = []
    const client = shop.clientWith({ onRequest: () => times.push(Date.now()) })
    const key = "order-7"
    const error = await refusal(client.payments.create(order(), { idempotencyKey: key }))
    const waits = times.map((at) => Math.round((at - (times[0] ?? 0)) / 1000))
    expect(waits).toEqual([0, 1, 3, 7, 15])
    expect(error).toMatchObject({ code: "no_answer", outcome: "unknown", idempotencyKey: key })
    expect(error.message).toBe(
      "No answer came from pay.shop.example. The change may have been made. List payments with " +
        "`created_gte` just before the first try."
    )
    shop.weather.length = 0
    const repeated = await ended(client.payments.create(order(), { idempotencyKey: key }))
    expect(repeated).toMatchObject({ status: "succeeded" })
    expect(await charges()).toBe(1)
  })

  it.each([500, 502, 503, 504])("is sent again after a proxy's %i", async (status) => {
    shop.weather.push({ status })
    expect(await ended(shop.client.payments.create(order()))).toMatchObject({ status: "succeeded" })
    expect(shop.sent).toHaveLength(2)
  })

  it("is sent again if it reads", async () => {
    shop.weather.push("lost before", { status: 502 })
    expect(await ended(shop.client.payments.list())).toMatchObject({ data: [] })
  })

  it("of a read has the outcome refused, because nothing was changed", async () => {
    shop.weather.push(...Array.from({ length: 5 }, () => "lost before" as const))
    const error = await refusal(shop.client.payments.list())
    expect(error).toMatchObject({ code: "no_answer", outcome: "refused", idempotencyKey: null })
    expect(error.message).toBe("No answer came from pay.shop.example.")
  })
})

describe("a key in flight", () => {
  it("is waited for with the same key until the first call has its result", async () => {
    const body = JSON.stringify({ ...order(), amount: "1250" })
    const headers = { Authorization: `Bearer ${shop.secretKey}`, "Idempotency-Key": "order-8" }
    const { promise, resolve } = Promise.withResolvers<void>()
    shop.gate.open = promise
    const first = shop.fetch("https://pay.shop.example/payments", { method: "POST", headers, body })
    const second = shop.client.payments.create(order(), { idempotencyKey: "order-8" })
    while (shop.logged.length === 0) await new Promise((answered) => setImmediate(answered))
    resolve()
    const answer = JSON.parse(await (await first).text())
    await vi.advanceTimersByTimeAsync(1000)
    expect(await second).toEqual(answer)
    expect(shop.logged[0]?.status).toBe(409)
    expect(shop.logged.at(-1)).toMatchObject({ status: 200, isReplay: true })
    expect(await charges()).toBe(1)
  })
})

describe("a server's Retry-After", () => {
  it("lengthens the wait", async () => {
    shop.weather.push({ status: 503, headers: { "Retry-After": "5" } })
    const startedAt = Date.now()
    await ended(shop.client.payments.list())
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(5000)
  })

  it("of more than 30 seconds ends the call, and the error has it", async () => {
    shop.weather.push({ status: 503, headers: { "Retry-After": "120" } })
    const error = await refusal(shop.client.payments.list())
    expect(error).toMatchObject({ status: 503, retryAfterMs: 120_000 })
    expect(shop.sent).toHaveLength(1)
  })
})

describe("a refusal", () => {
  it("is not sent again, and has its code, field, status and request id", async () => {
    const call = shop.client.payments.create({ ...order(), amount: "12.50" })
    const error = await refusal(call)
    expect(shop.sent).toHaveLength(1)
    expect(error).toMatchObject({
      code: "amount_invalid_format",
      type: "invalid_request_error",
      param: "amount",
      status: 422,
      outcome: "refused",
      requestId: expect.stringMatching(/^req_/)
    })
  })

  it("of another body under the same key is the idempotency error", async () => {
    const options = { idempotencyKey: "order-9" }
    await ended(shop.client.payments.create(order(), options))
    const other = shop.client.payments.create({ ...order(), amount: 1n }, options)
    expect(await refusal(other)).toMatchObject({ code: "idempotency_error", status: 409 })
  })

  it("of the key after a lost answer leaves the outcome unknown", async () => {
    shop.weather.push("lost after", { status: 200 })
    const client = shop.clientWith({ apiKey: shop.secretKey })
    const error = await refusal(client.payments.create(order()))
    expect(error).toMatchObject({ code: "answer_malformed", status: 200, outcome: "unknown" })
  })

  it("by a proxy of the wrong address says to check baseUrl", async () => {
    shop.weather.push({ status: 404 })
    const error = await refusal(shop.client.payments.create(order()))
    expect(error).toMatchObject({ code: "answer_malformed", status: 404, outcome: "refused" })
    expect(error.message).toContain("check that baseUrl is the address of its API")
  })
})

describe("a call that its caller ends", () => {
  it("rejects with the signal's reason while it waits for the next try", async () => {
    shop.weather.push("lost before")
    const ending = new AbortController()
    const call = shop.client.payments.list({}, { signal: ending.signal })
    const rejected = expect(call).rejects.toThrow("enough")
    await vi.advanceTimersByTimeAsync(500)
    ending.abort(new Error("enough"))
    await rejected
    expect(shop.sent).toHaveLength(1)
  })

  it("is not sent if the signal was ended before", async () => {
    const call = shop.client.payments.list({}, { signal: AbortSignal.abort(new Error("enough")) })
    await expect(call).rejects.toThrow("enough")
    expect(shop.sent).toHaveLength(0)
  })
})

describe("a try that takes too long", () => {
  it("is ended, and the call is sent again", async () => {
    let calls = 0
    const client = shop.clientWith({
      timeoutMs: 1000,
      fetch: (url, init) => {
        calls += 1
        if (calls > 1) return shop.fetch(url, init)
        return new Promise((_resolve, reject) => {
          init.signal?.addEventListener("abort", () => reject(init.signal?.reason))
        })
      }
    })
    expect(await ended(client.payments.create(order()))).toMatchObject({ status: "succeeded" })
    expect(calls).toBe(2)
  })
})
