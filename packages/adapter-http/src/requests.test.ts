import { StorageUnavailable } from "@payloom/core"
import { settled } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { RequestLog } from "./responder.ts"
import { openShop } from "./testing/openShop.ts"
import { readReply } from "./testing/shopClient.ts"

const logs: Array<RequestLog> = []
const shop = await openShop({ onRequest: (log) => logs.push(log) })

const ofBytes = (bytes: number): string => {
  const around = JSON.stringify({ padding: "" }).length
  return JSON.stringify({ padding: "x".repeat(bytes - around) })
}

describe("every response", () => {
  it("has a Request-Id of its own, whatever it answers", async () => {
    const replies = [
      await shop.get("/payments"),
      await shop.pay(),
      await shop.get("/payments", { bearer: null }),
      await shop.get("/nowhere"),
      await shop.send("DELETE", "/payments"),
      await shop.post("/payments", ofBytes(70_000)),
      await shop.get("/health"),
      await shop.get("/v1/health"),
      await shop.get("/openapi.json"),
      await shop.send("OPTIONS", "/payments"),
      await shop.send("OPTIONS", "/session", { bearer: null }),
      await shop.send("OPTIONS", "/v1/session/confirm", { bearer: null }),
      await shop.send("OPTIONS", "/session/status", { bearer: null }),
      await shop.post("/providers/mid_unknown/notifications", "{}")
    ]
    const ids = replies.map(({ headers }) => headers.get("Request-Id"))
    for (const id of ids) expect(id).toMatch(/^req_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
    expect(new Set(ids).size).toBe(replies.length)
  })

  it("that is an error has its Request-Id in the body", async () => {
    const { headers, error } = await shop.get("/payments/unknown")
    expect(error.request_id).toBe(headers.get("Request-Id"))
  })

  it("is JSON", async () => {
    for (const path of ["/payments", "/nowhere", "/health", "/openapi.json"]) {
      expect((await shop.get(path)).headers.get("Content-Type")).toMatch(/^application\/json/)
    }
  })

  it("forbids caching and guessing its type", async () => {
    const replies = [
      await shop.get("/payments"),
      await shop.get("/payments", { bearer: null }),
      await shop.get("/session", { bearer: null }),
      await shop.send("OPTIONS", "/session", { bearer: null }),
      await shop.get("/nowhere"),
      await shop.get("/health")
    ]
    for (const { headers } of replies) {
      expect(headers.get("Cache-Control")).toBe("no-store")
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff")
    }
  })

  it("has no CORS header, because the merchant surface is not for browsers", async () => {
    const headers = { Origin: "https://shop.example" }
    const preflight = { ...headers, "Access-Control-Request-Method": "POST" }
    const replies = [
      await shop.get("/payments", { headers }),
      await shop.pay({}, { headers }),
      await shop.send("OPTIONS", "/payments", { headers: preflight, bearer: null })
    ]
    for (const reply of replies) {
      const cors = [...reply.headers.keys()].filter((name) => name.startsWith("access-control-"))
      expect(cors).toEqual([])
    }
  })
})

describe("paths", () => {
  it("are also served with a leading /v1, with the same meaning", async () => {
    const { id } = (await shop.post("/v1/payments", okPayment)).json
    for (const path of [`/payments/${id}`, `/v1/payments/${id}`]) {
      expect((await shop.get(path)).json.id).toBe(id)
    }
  })

  it("with and without /v1 are one endpoint: they share their idempotency keys", async () => {
    const first = await shop.post("/payments", okPayment, { key: "either way" })
    const second = await shop.post("/v1/payments", okPayment, { key: "either way" })
    expect(second.text).toBe(first.text)
    expect(second.headers.get("Idempotent-Replay")).toBe("true")
  })

  it("that don't exist are 404 route_not_found", async () => {
    for (const path of ["/", "/nowhere", "/v2/payments", "/payments/a/b/c", "/v1"]) {
      const { status, error } = await shop.get(path)
      expect([path, status, error.code]).toEqual([path, 404, "route_not_found"])
      expect(error.type).toBe("invalid_request_error")
    }
  })

  it("take only their methods, and others are 405 method_not_allowed with Allow", async () => {
    const allowed = [
      ["DELETE", "/payments", "POST, GET"],
      ["PUT", "/payments/payment_1", "GET"],
      ["POST", "/payments/payment_1/attempts", "GET"],
      ["GET", "/payments/payment_1/capture", "POST"],
      ["PATCH", "/v1/payments/payment_1/void", "POST"],
      ["DELETE", "/payments/payment_1/refunds", "POST, GET"],
      ["GET", "/providers/mid_1/notifications", "POST"],
      ["POST", "/health", "GET"]
    ] as const
    for (const [method, path, methods] of allowed) {
      const { status, headers, error } = await shop.send(method, path)
      expect([path, status, error.code]).toEqual([path, 405, "method_not_allowed"])
      expect(headers.get("Allow")).toBe(methods)
    }
  })

  it("with an id that is badly encoded are answered as unknown ids", async () => {
    const { status, error } = await shop.get("/payments/%zz%00")
    expect([status, error.code]).toEqual([404, "resource_not_found"])
  })
})

const okPayment = { amount: "1250", currency: "EUR", type: "one_off" }

describe("a body", () => {
  it("that is not a JSON object is 400 body_malformed", async () => {
    for (const body of ["{", "[]", "[{}]", '"text"', "12", "null", "true", "{} {}", "a=b"]) {
      const { status, error } = await shop.post("/payments", body)
      expect([body, status, error.code]).toEqual([body, 400, "body_malformed"])
      expect(error.type).toBe("invalid_request_error")
    }
  })

  it("of 64 KiB is read, and of one byte more is 413 body_too_large", async () => {
    const atLimit = await shop.post("/payments", ofBytes(65_536))
    expect([atLimit.status, atLimit.error.code]).toEqual([422, "parameter_unknown"])
    const over = await shop.post("/payments", ofBytes(65_537))
    expect([over.status, over.error.code]).toEqual([413, "body_too_large"])
  })

  it("that is streamed without its length is 413 body_too_large too", async () => {
    const chunk = new TextEncoder().encode("x".repeat(40_000))
    const request = new Request("http://payloom.test/payments", {
      method: "POST",
      headers: { Authorization: `Bearer ${shop.secretKey}`, "Idempotency-Key": "streamed" },
      body: new Blob([chunk, chunk]).stream(),
      duplex: "half"
    } as RequestInit)
    const response = await shop.handler(request)
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: { code: "body_too_large" } })
  })

  it.each([{}, { "Content-Length": "9" }])(
    "that ends early because its client disconnected is 400 body_malformed, with %j",
    async (headers) => {
      for (const path of ["/payments", "/providers/mid_unknown/notifications"]) {
        const own = { Authorization: `Bearer ${shop.secretKey}`, "Idempotency-Key": "broken off" }
        const request = new Request(`http://payloom.test${path}`, {
          method: "POST",
          headers: { ...own, ...headers },
          body: new ReadableStream({ pull: () => Promise.reject(new Error("aborted")) }),
          duplex: "half"
        } as RequestInit)
        const { status, error } = await readReply(await shop.handler(request))
        expect([status, error.code]).toEqual([400, "body_malformed"])
        expect(logs.at(-1)).toMatchObject({ status: 400 })
      }
    }
  )

  it("that is missing counts as an empty object", async () => {
    const { status, error } = await shop.post("/payments")
    expect([status, error.code]).toEqual([422, "parameter_missing"])
  })

  it("is read whatever its Content-Type says", async () => {
    const headers = { "Content-Type": "text/plain" }
    expect((await shop.post("/payments", okPayment, { headers })).status).toBe(200)
  })
})

describe("the onRequest hook", () => {
  it("gets the operation, status and request id of each", async () => {
    const { headers } = await shop.pay()
    expect(logs.at(-1)).toMatchObject({
      requestId: headers.get("Request-Id"),
      method: "POST",
      operation: "createPayment",
      status: 200
    })
  })

  it("never gets a key, a card number, a body, an id or a query", async () => {
    const before = logs.length
    const secrets = ["4242424242424242", "secret-note", "payment_SECRET", "secret-cursor"]
    await shop.pay({ metadata: { card: secrets[0] } }, { key: "secret-note" })
    await shop.pay({ metadata: { note: "secret-note" } })
    await shop.get("/payments/payment_SECRET")
    await shop.get("/nowhere/payment_SECRET")
    await shop.get("/payments?starting_after=secret-cursor")
    await shop.get("/payments", { bearer: shop.publishableKey })
    await shop.post("/payments", "{ secret-note")
    const text = JSON.stringify(logs.slice(before))
    expect(logs.length).toBe(before + 7)
    for (const secret of [...secrets, shop.secretKey, shop.publishableKey]) {
      expect(text).not.toContain(secret)
    }
  })
})

it("that fails does not change the answer", async () => {
  const other = await openShop({
    onRequest: () => {
      throw new Error("the log is full")
    }
  })
  expect((await other.pay()).status).toBe(200)
  const later = await openShop({
    onRequest: async () => {
      throw new Error("the log is full")
    }
  })
  // An unhandled rejection would fail this run.
  expect((await later.pay()).status).toBe(200)
})

describe("health", () => {
  it("is answered without a key", async () => {
    const { status, json } = await shop.get("/health", { bearer: null })
    expect([status, json]).toEqual([200, { status: "ok" }])
  })

  it("is 503 storage_unavailable if the storage fails", async () => {
    const { get } = await openShop({
      faulty: (storage) => ({
        ...storage,
        nextDue: () => Effect.fail(new StorageUnavailable({ cause: "gone" }))
      })
    })
    const { status, error } = await get("/health", { bearer: null })
    expect([status, error.code]).toEqual([503, "storage_unavailable"])
  })

  it("is 503 too if the storage is silent for a second, with one query for all requests", async () => {
    let asked = 0
    const { get, clock } = await openShop({
      faulty: (storage) => ({
        ...storage,
        nextDue: () =>
          Effect.uninterruptible(Effect.sync(() => asked++).pipe(Effect.andThen(Effect.never)))
      })
    })
    for (let round = 0; round < 2; round++) {
      const replies = Promise.all([1, 2, 3].map(() => get("/health", { bearer: null })))
      await settled()
      await clock.advance(1000)
      expect((await replies).map(({ status }) => status)).toEqual([503, 503, 503])
    }
    expect(asked).toBe(1)
  })

  it("is 200 again when the storage works again", async () => {
    let isGone = true
    const { get } = await openShop({
      faulty: (storage) => ({
        ...storage,
        nextDue: () =>
          isGone ? Effect.fail(new StorageUnavailable({ cause: "gone" })) : storage.nextDue()
      })
    })
    expect((await get("/health")).status).toBe(503)
    isGone = false
    expect((await get("/health")).status).toBe(200)
  })
})
