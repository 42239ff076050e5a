import { Effect } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { serveNode } from "./serveNode.ts"
import { openShop } from "./testing/openShop.ts"
import { idsOf } from "./testing/shopClient.ts"
import { exchange, headOf, statusesIn } from "./testing/wire.ts"

const shop = await openShop()
const card = await shop.saveCard("approved")
const hour = 3_600_000
const charge = { payment_instrument: card }
const okPayment = { amount: "1250", currency: "EUR", type: "one_off" }

/** Returns the number of payments, up to 100. */
const paymentCount = async () => idsOf(await shop.get("/payments?limit=100")).length

describe("the Idempotency-Key header", () => {
  it("is required on every change: 400 idempotency_key_missing without it", async () => {
    const { id } = (await shop.pay()).json
    const paths = [
      "/payments",
      ...["capture", "void", "refunds"].map((m) => `/payments/${id}/${m}`)
    ]
    for (const path of paths) {
      const { status, error } = await shop.post(path, {}, { key: null })
      expect([path, status, error.code]).toEqual([path, 400, "idempotency_key_missing"])
      expect(error.type).toBe("invalid_request_error")
    }
  })

  it("has at most 255 characters: 400 idempotency_key_invalid above", async () => {
    expect((await shop.pay({}, { key: "k".repeat(255) })).status).toBe(200)
    const { status, error } = await shop.pay({}, { key: "k".repeat(256) })
    expect([status, error.code]).toEqual([400, "idempotency_key_invalid"])
  })

  it("is 400 idempotency_key_invalid if it is empty or not printable ASCII", async () => {
    for (const key of ["", "caf\u00e9", "tab\there"]) {
      const { status, error } = await shop.pay({}, { key })
      expect([key, status, error.code]).toEqual([key, 400, "idempotency_key_invalid"])
    }
  })

  it("is 400 idempotency_key_invalid if it is sent twice, and may contain commas", async () => {
    const { payloom, secretKey } = await openShop()
    const { url, close } = await serveNode(payloom, { port: 0 })
    onTestFinished(close)
    const body = JSON.stringify(okPayment)
    const send = async (...keys: ReadonlyArray<string>) => {
      const head = headOf(
        "POST /payments",
        ...["Host: shop", "Connection: close", `Authorization: Bearer ${secretKey}`],
        ...[`Content-Length: ${body.length}`, ...keys]
      )
      return statusesIn(await exchange(url, head + body))
    }
    expect(await send("Idempotency-Key: a, b")).toEqual([200])
    expect(await send("Idempotency-Key: a", "Idempotency-Key: b")).toEqual([400])
    expect(await send("Idempotency-Key: a", "X: y", "idempotency-KEY: a")).toEqual([400])
    expect(await send("Idempotency-Key: a", "Idempotency-Key:")).toEqual([400])
    const between = Array.from({ length: 2500 }, () => "a:")
    expect(await send("Idempotency-Key: a", ...between, "Idempotency-Key: b")).toEqual([400])
  })

  it("is the joined one if the runtime joins two of them, and takes effect once", async () => {
    const send = async (...keys: ReadonlyArray<string>) => {
      const headers = new Headers({ Authorization: `Bearer ${shop.secretKey}` })
      for (const key of keys) headers.append("Idempotency-Key", key)
      const init = { method: "POST", headers, body: JSON.stringify(okPayment) }
      return shop.handler(new Request("http://payloom.test/payments", init))
    }
    const first = await (await send("a", "b")).text()
    const again = await send("a", "b")
    expect([await again.text(), again.headers.get("Idempotent-Replay")]).toEqual([first, "true"])
    expect(await (await send("a, b")).text()).toBe(first)
    expect((await send("a")).headers.has("Idempotent-Replay")).toBe(false)
  })

  it("is checked before the body, whatever is wrong with the body", async () => {
    for (const key of ["k".repeat(256), "caf\u00e9"]) {
      const { error } = await shop.post("/payments", { amount: "-1" }, { key })
      expect(error.code).toBe("idempotency_key_invalid")
    }
  })

  it("does not apply to reads", async () => {
    const { id } = (await shop.pay()).json
    const headers = { "Idempotency-Key": "read" }
    for (const path of ["/payments", `/payments/${id}`, `/payments/${id}/refunds`]) {
      for (let time = 0; time < 2; time++) {
        const reply = await shop.get(path, { headers })
        expect(reply.status).toBe(200)
        expect(reply.headers.has("Idempotent-Replay")).toBe(false)
      }
    }
  })
})

describe("the same key and the same body", () => {
  it("replay the stored response byte for byte, with Idempotent-Replay: true", async () => {
    const first = await shop.pay(charge, { key: "replay" })
    const again = await shop.pay(charge, { key: "replay" })
    expect(first.headers.has("Idempotent-Replay")).toBe(false)
    expect(again.headers.get("Idempotent-Replay")).toBe("true")
    expect([again.status, again.text]).toEqual([first.status, first.text])
  })

  it("make one payment and charge it once", async () => {
    const before = await paymentCount()
    const { json } = await shop.pay(charge, { key: "once" })
    for (let time = 0; time < 3; time++) await shop.pay(charge, { key: "once" })
    expect(await paymentCount()).toBe(before + 1)
    expect(json.attempts).toHaveLength(1)
    const reply = await shop.get(`/payments/${json.id}/attempts`)
    expect(idsOf(reply)).toEqual(json.attempts)
  })

  it("replay the first answer, not the current state", async () => {
    const held = await shop.pay({ ...charge, capture_method: "manual" }, { key: "as it was" })
    await shop.post(`/payments/${held.json.id}/void`)
    await shop.work()
    expect((await shop.get(`/payments/${held.json.id}`)).json.status).toBe("voided")
    const again = await shop.pay({ ...charge, capture_method: "manual" }, { key: "as it was" })
    expect(again.text).toBe(held.text)
    expect(again.json.status).toBe("authorized")
  })

  it("replay a decline too", async () => {
    const poor = { payment_instrument: await shop.saveCard("insufficient_funds") }
    const first = await shop.pay(poor, { key: "declined" })
    const again = await shop.pay(poor, { key: "declined" })
    expect(first.json.status).toBe("declined")
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers.get("Idempotent-Replay")).toBe("true")
  })

  it("replay captures, voids and refunds, although their state would forbid a second one", async () => {
    const manual = { ...charge, capture_method: "manual" }
    const toCapture = (await shop.pay(manual)).json.id
    const toVoid = (await shop.pay(manual)).json.id
    const toRefund = (await shop.pay(charge)).json.id
    const requests = [
      [`/payments/${toCapture}/capture`, { amount: "900" }],
      [`/payments/${toVoid}/void`, { reason: "gone" }],
      [`/payments/${toRefund}/refunds`, { reason: "all of it" }]
    ] as const
    for (const [path, body] of requests) {
      const first = await shop.post(path, body, { key: path })
      await shop.work()
      const again = await shop.post(path, body, { key: path })
      expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
      expect(again.headers.get("Idempotent-Replay")).toBe("true")
      expect(again.json.status).toBe("pending")
    }
  })

  it("are the same in any order of the fields and with any whitespace", async () => {
    const texts = [
      '{"amount":"1250","currency":"EUR","type":"one_off","metadata":{"a":"1","b":"2"}}',
      '{ "metadata" : { "b" : "2", "a" : "1" },\n  "type": "one_off",\t"currency":"EUR",' +
        ' "amount": "1250" }'
    ]
    const [first, again] = [
      await shop.post("/payments", texts[0], { key: "order" }),
      await shop.post("/payments", texts[1], { key: "order" })
    ]
    expect(again.text).toBe(first.text)
    expect(again.headers.get("Idempotent-Replay")).toBe("true")
  })

  it("are the same with an empty body and without one", async () => {
    const { id } = (await shop.pay(charge)).json
    const first = await shop.post(`/payments/${id}/refunds`, undefined, { key: "empty" })
    const again = await shop.post(`/payments/${id}/refunds`, {}, { key: "empty" })
    expect(again.text).toBe(first.text)
  })

  it("sent many times at once charge once, and all answers are the same", async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => shop.pay(charge, { key: "at once" }))
    )
    const answers = replies.filter(({ status }) => status === 200)
    const refusals = replies.filter(({ status }) => status !== 200)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ headers }) => !headers.has("Idempotent-Replay"))).toHaveLength(1)
    for (const { error } of refusals) expect(error.code).toBe("idempotency_key_in_flight")
  })
})

describe("the same key and a different body", () => {
  it("are 409 idempotency_error, by type and by code", async () => {
    await shop.pay(charge, { key: "mismatch" })
    for (const fields of [{ ...charge, amount: "1251" }, { ...charge, metadata: { a: "1" } }, {}]) {
      const { status, error } = await shop.pay(fields, { key: "mismatch" })
      expect(status).toBe(409)
      expect(error).toMatchObject({ type: "idempotency_error", code: "idempotency_error" })
    }
  })

  it("leave the first answer for replays", async () => {
    const first = await shop.pay(charge, { key: "kept" })
    await shop.pay({ ...charge, amount: "1251" }, { key: "kept" })
    expect((await shop.pay(charge, { key: "kept" })).text).toBe(first.text)
  })

  it("are 409 idempotency_error if the path has another payment's id", async () => {
    const [one, other] = [(await shop.pay(charge)).json.id, (await shop.pay(charge)).json.id]
    await shop.post(`/payments/${one}/refunds`, {}, { key: "by path" })
    const { status, error } = await shop.post(`/payments/${other}/refunds`, {}, { key: "by path" })
    expect([status, error.type]).toEqual([409, "idempotency_error"])
  })
})

describe("the scope of a key", () => {
  it("is the endpoint: the same key on another one is another request", async () => {
    const { id } = (await shop.pay({ ...charge, capture_method: "manual" }, { key: "shared" })).json
    const capture = await shop.post(`/payments/${id}/capture`, {}, { key: "shared" })
    await shop.work()
    const refund = await shop.post(`/payments/${id}/refunds`, {}, { key: "shared" })
    expect([capture.json.object, refund.json.object]).toEqual(["capture", "refund"])
    for (const { headers } of [capture, refund])
      expect(headers.has("Idempotent-Replay")).toBe(false)
  })

  it("is the merchant: the same key of another one is another request", async () => {
    const stranger = await shop.open()
    const [mine, others] = [
      await shop.pay({}, { key: "merchants" }),
      await stranger.pay({}, { key: "merchants" })
    ]
    expect(others.headers.has("Idempotent-Replay")).toBe(false)
    expect(others.json.id).not.toBe(mine.json.id)
  })

  it("is the mode: the same key in live mode is another request", async () => {
    const live = await shop.open("live", shop.tenant)
    const [inTest, inLive] = [
      await shop.pay({}, { key: "modes" }),
      await live.pay({ amount: "999" }, { key: "modes" })
    ]
    expect([inTest.status, inLive.status]).toEqual([200, 200])
    expect(inLive.headers.has("Idempotent-Replay")).toBe(false)
  })

  it("is not the API key: another key of the merchant reaches the same request", async () => {
    const { secret } = await shop.payloom.tenants.createApiKey(
      { tenant: shop.tenant, mode: "test" },
      "secret"
    )
    const first = await shop.pay({}, { key: "rotated" })
    expect((await shop.pay({}, { key: "rotated", bearer: secret })).text).toBe(first.text)
  })
})

describe("the lifetime of a key", () => {
  it("is 24 hours: the key replays until then, and is new afterwards", async () => {
    const first = await shop.pay(charge, { key: "for a day" })
    await shop.clock.advance(24 * hour - 1)
    expect((await shop.pay(charge, { key: "for a day" })).text).toBe(first.text)
    await shop.clock.advance(1)
    const later = await shop.pay(charge, { key: "for a day" })
    expect(later.headers.has("Idempotent-Replay")).toBe(false)
    expect(later.json.id).not.toBe(first.json.id)
    expect((await shop.pay(charge, { key: "for a day" })).text).toBe(later.text)
  })

  it("is not shortened by the sweep of expired rows", async () => {
    const first = await shop.pay(charge, { key: "swept" })
    await shop.clock.advance(24 * hour - 1)
    await Effect.runPromise(shop.payloom.services.background.sweep())
    expect((await shop.pay(charge, { key: "swept" })).text).toBe(first.text)
  })

  it("ends with the key free for another body", async () => {
    await shop.pay(charge, { key: "reused" })
    await shop.clock.advance(24 * hour)
    const later = await shop.pay({ amount: "77" }, { key: "reused" })
    expect([later.status, later.json.amount]).toEqual([200, "77"])
  })
})
