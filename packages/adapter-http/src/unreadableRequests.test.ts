import { chargeThat } from "@payloom/testkit"
import { afterAll, describe, expect, it } from "vitest"
import type { RequestLog } from "./responder.ts"
import { serveNode } from "./serveNode.ts"
import { openShop } from "./testing/openShop.ts"
import { until } from "./testing/until.ts"
import { exchange, headOf, statusesIn } from "./testing/wire.ts"

const logs: Array<RequestLog> = []
const shop = await openShop()
const serving = await serveNode(shop.payloom, { port: 0, onRequest: (log) => logs.push(log) })
afterAll(() => serving.close())

const card = await shop.saveCard("approved")

/** Returns the status, the headers and the error of an answer. */
const read = (answer: string) => {
  const [head = "", body = ""] = answer.split("\r\n\r\n")
  const [line = "", ...headers] = head.split("\r\n")
  return {
    status: Number(line.split(" ")[1]),
    headers: new Headers(headers.map((header) => header.split(": ") as [string, string])),
    body,
    error: (JSON.parse(body) as { readonly error: Readonly<Record<string, string>> }).error
  }
}

const head = (path: string, ...headers: ReadonlyArray<string>) => headOf(`POST ${path}`, ...headers)

const close = "Connection: close"
const own = (key: string) => [
  `Authorization: Bearer ${shop.secretKey}`,
  `Idempotency-Key: ${key}`,
  "Host: shop"
]

/** Returns a whole request for a payment, with a key. */
const payment = (key: string): string => {
  const body = JSON.stringify({
    amount: "1250",
    currency: "EUR",
    type: "one_off",
    payment_instrument: card
  })
  return head("/payments", ...own(key), `Content-Length: ${body.length}`) + body
}

describe("an unreadable request", () => {
  it("is refused in JSON with a Request-Id, which the log has too", async () => {
    for (const [text, status, code] of [
      ["GET\r\n\r\n", 400, "request_malformed"],
      ["NONSENSE /payments HTTP/1.1\r\nHost: shop\r\n\r\n", 400, "request_malformed"],
      ["GET /payments HTTP/9.9\r\nHost: shop\r\n\r\n", 400, "request_malformed"],
      [head("/payments", "Host: shop", "Content-Length: many"), 400, "request_malformed"],
      [head("/payments", "Host: shop", `X: ${"x".repeat(20_000)}`), 431, "headers_too_large"],
      [head("/payments", close), 400, "request_malformed"],
      [head("/payments", "Host: two words", close), 400, "request_malformed"],
      [
        `${head("/payments", ...own("chunked"), "Transfer-Encoding: chunked")}zz\r\n`,
        400,
        "request_malformed"
      ]
    ] as const) {
      const { headers, body, error, ...answer } = read(await exchange(serving.url, text))
      expect([text.slice(0, 80), answer.status, error.code]).toEqual([
        text.slice(0, 80),
        status,
        code
      ])
      expect(error.type).toBe("invalid_request_error")
      expect(headers.get("Request-Id")).toMatch(/^req_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
      expect(error.request_id).toBe(headers.get("Request-Id"))
      expect(headers.get("Content-Type")).toMatch(/^application\/json/)
      expect(Number(headers.get("Content-Length"))).toBe(Buffer.byteLength(body))
      expect(headers.get("Connection")).toBe("close")
      expect(logs.some((log) => log.requestId === error.request_id && log.status === status)).toBe(
        true
      )
    }
  })

  it("does not replace the answer to the request before it", async () => {
    shop.box.script.charge(chargeThat.answersAfter(5000))
    const answered = exchange(serving.url, `${payment("before")}NONSENSE\r\n\r\n`)
    await until(() => shop.box.script.remaining() === 0)
    await shop.clock.advance(5000)
    const answer = await answered
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*"status":"succeeded"/s)
    expect(answer).not.toContain("request_malformed")
  })

  it("is answered after the request before it, if its own body breaks", async () => {
    shop.box.script.charge(chargeThat.answersAfter(5000))
    const second = head("/customers", ...own("second"), "Transfer-Encoding: chunked")
    const answered = exchange(serving.url, `${payment("first")}${second}zz\r\n`)
    await until(() => shop.box.script.remaining() === 0)
    await shop.clock.advance(5000)
    expect(await answered).toMatch(/^HTTP\/1\.1 200 .*"status":"succeeded"/s)
  })

  it("gets no second answer if it was answered before its body broke", async () => {
    const refused = head("/payments", "Host: shop", "Transfer-Encoding: chunked")
    const answer = await exchange(serving.url, `${refused}2\r\n{}\r\n`, "zz\r\n")
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(answer).toContain("api_key_missing")
  })

  it("is not a request of HTTP/1.0, which names no host", async () => {
    const answer = await exchange(serving.url, "GET /health HTTP/1.0\r\n\r\n")
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*"status":"ok"/s)
  })

  it("is a CONNECT, which is answered 405, and its connection closed", async () => {
    const answer = read(await exchange(serving.url, headOf("CONNECT shop:443", "Host: shop")))
    expect([answer.status, answer.error.code]).toEqual([405, "method_not_allowed"])
    expect(answer.headers.get("Connection")).toBe("close")
    expect(answer.headers.get("Allow")).toBe("GET, POST, PATCH")
  })

  it("is a CONNECT after others only once those are answered", async () => {
    const before = headOf("GET /health", "Host: shop")
    const answer = await exchange(serving.url, before + headOf("CONNECT shop:443", "Host: shop"))
    expect(statusesIn(answer)).toEqual([200])
  })

  it("is not a request for an upgrade, which is answered as if without it", async () => {
    const upgrade = ["Connection: Upgrade, close", "Upgrade: websocket", "Host: shop"]
    const answer = await exchange(serving.url, headOf("GET /health", ...upgrade))
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*"status":"ok"/s)
    const h2c = ["Connection: Upgrade, HTTP2-Settings, close", "Upgrade: h2c", "HTTP2-Settings: AA"]
    const posted = exchange(
      serving.url,
      `${head("/payments", ...own("h2c"), ...h2c, "Content-Length: 2")}{}`
    )
    expect(read(await posted)).toMatchObject({ status: 422, error: { code: "parameter_missing" } })
  })

  it("is not a request with a whole URL, or with a method that no path takes", async () => {
    for (const [line, status] of [
      ["GET http://shop/health", 200],
      ["GET http://shop/nowhere", 404],
      ["TRACE /payments", 405],
      ["TRACE /nowhere", 404],
      ["OPTIONS /payments", 405],
      ["PROPFIND /health", 405],
      ["HEAD /health", 200],
      ["HEAD /nowhere", 404]
    ] as const) {
      const answer = await exchange(serving.url, headOf(line, "Host: shop", close))
      expect([line, statusesIn(answer)]).toEqual([line, [status]])
      expect(answer).toMatch(/\r\nRequest-Id: req_/i)
    }
    for (const line of ["GET ftp://shop/health", "OPTIONS *", "GET health", "GET http://"]) {
      const answer = await exchange(serving.url, headOf(line, "Host: shop", close))
      expect([line, read(answer).error.code]).toEqual([line, "request_malformed"])
    }
  })

  it.each(["HEAD /nowhere", "HEAD /health", "POST /nowhere", "POST /health", "GET /health"])(
    "gets one answer if its body breaks in the packet that begins it: %s",
    async (line) => {
      const chunked = headOf(line, "Host: shop", "Transfer-Encoding: chunked")
      expect(statusesIn(await exchange(serving.url, `${chunked}zz\r\n`))).toHaveLength(1)
    }
  )

  it("is answered without a body if it is a HEAD", async () => {
    for (const [text, statuses] of [
      [headOf("HEAD /%ff\u0001", "Host: shop", close), [400]],
      [headOf("HEAD health", "Host: shop", close), [400]],
      [headOf("HEAD http://", "Host: shop", close), [400]],
      [headOf("HEAD ftp://shop/health", "Host: shop", close), [400]],
      ["HEAD /health HTTP/9.9\r\nHost: shop\r\n\r\n", [400]],
      [headOf("HEAD /health", "Host: shop", "Content-Length: many"), [400]],
      [headOf("HEAD /health", "Host: shop", `X: ${"x".repeat(20_000)}`), [431]],
      [headOf("HEAD /health", close), [400]]
    ] as const) {
      const answer = await exchange(serving.url, text)
      expect([text.slice(0, 80), statusesIn(answer)]).toEqual([text.slice(0, 80), statuses])
      expect([text.slice(0, 80), answer.split("\r\n\r\n").at(-1)]).toEqual([text.slice(0, 80), ""])
    }
    const behind = await exchange(
      serving.url,
      headOf("HEAD /health", "Host: shop"),
      "GET health\r\n"
    )
    expect(behind).toContain("request_malformed")
  })

  it("is not a request with an unknown Expect, which is answered as if without it", async () => {
    const answer = await exchange(
      serving.url,
      head("/payments", "Host: shop", "Expect: much", close)
    )
    expect(read(answer)).toMatchObject({ status: 401, error: { code: "api_key_missing" } })
  })
})
