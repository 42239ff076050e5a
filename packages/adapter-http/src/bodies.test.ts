import { describe, expect, it } from "vitest"
import { createSession, openCheckoutShop } from "./testing/openCheckout.ts"
import { idsOf, readReply } from "./testing/shopClient.ts"

const shop = await openCheckoutShop()
const session = await createSession(shop)
const [mid] = await shop.merchant.routing.listMids()

const merchant = { Authorization: `Bearer ${shop.secretKey}`, "Idempotency-Key": "bytes" }
const payer = {
  Authorization: `Bearer ${shop.publishableKey}`,
  "Session-Token": String(session.session_token)
}
const paths = {
  "/payments": merchant,
  "/session/confirm": payer,
  [`/providers/${mid?.id}/notifications`]: {},
  "/account_updater/notifications": {}
}

type Sent = ReadonlyArray<readonly [path: string, headers: Readonly<Record<string, string>>]>

const surfaces: Sent = Object.entries(paths)

/** Sends bytes, or a stream of them, unchanged. */
const sendBytes = async (
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
) => {
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit
  return readReply(await shop.handler(new Request(`http://payloom.test${path}`, init)))
}

const paymentWith = (note: ReadonlyArray<number>): Uint8Array<ArrayBuffer> => {
  const [before, after] = JSON.stringify({
    amount: "1250",
    currency: "EUR",
    type: "one_off",
    metadata: { note: "|" }
  }).split("|")
  return new Uint8Array(
    Buffer.concat([Buffer.from(`${before}`), Uint8Array.from(note), Buffer.from(`${after}`)])
  )
}

/** Returns a stream that counts how much of it was read. */
const countingStream = () => {
  const asked = { bytes: 0 }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        asked.bytes += 10_000
        controller.enqueue(new Uint8Array(10_000).fill(0x20))
        if (asked.bytes >= 2_000_000) controller.close()
      }
    },
    { highWaterMark: 0 }
  )
  return { asked, stream }
}

describe("a body that isn't UTF-8", () => {
  const notUtf8 = [
    [0xff],
    [0xc3],
    [0x80],
    [0xc0, 0xaf],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xe2, 0x82]
  ]

  it("is 400 body_malformed on every surface", async () => {
    for (const bytes of notUtf8) {
      for (const [path, headers] of surfaces) {
        const { status, error } = await sendBytes(path, headers, paymentWith(bytes))
        expect([path, bytes, status, error.code]).toEqual([path, bytes, 400, "body_malformed"])
      }
    }
  })

  it("is never mistaken for another one under the same Idempotency-Key, and leaves the key free", async () => {
    const headers = { ...merchant, "Idempotency-Key": "altered" }
    const refused = await sendBytes("/payments", headers, paymentWith([0xff]))
    expect(refused.status).toBe(400)
    const first = await sendBytes("/payments", headers, paymentWith([0xef, 0xbf, 0xbd]))
    expect([first.status, first.json.metadata]).toEqual([200, { note: "\ufffd" }])
    const again = await sendBytes("/payments", headers, paymentWith([0xff]))
    expect([again.status, again.headers.has("Idempotent-Replay")]).toEqual([400, false])
  })

  it("is refused in a stream too, but a character may be split between two chunks", async () => {
    const streamed = (note: ReadonlyArray<number>) => {
      const bytes = paymentWith(note)
      const at = bytes.indexOf(note[0] ?? 0) + 1
      return new Blob([bytes.subarray(0, at), bytes.subarray(at)]).stream()
    }
    const headers = { ...merchant, "Idempotency-Key": "streamed" }
    const refused = await sendBytes("/payments", headers, streamed([0xff, 0x20]))
    expect([refused.status, refused.error.code]).toEqual([400, "body_malformed"])
    const { json } = await sendBytes("/payments", headers, streamed([0xc3, 0xa9]))
    expect(json.metadata).toEqual({ note: "\u00e9" })
  })
})

const kib = 1024

describe("a body that is too long", () => {
  const tooLong = new Uint8Array(70_000).fill(0x20)

  it("is refused only after the sender and the headers were checked", async () => {
    const { Authorization, ...unknown } = merchant
    const { "Idempotency-Key": _, ...keyless } = merchant
    for (const [headers, status, code] of [
      [unknown, 401, "api_key_missing"],
      [{ ...merchant, Authorization: `${Authorization}x` }, 401, "api_key_invalid"],
      [{ ...merchant, Authorization: payer.Authorization }, 403, "secret_key_required"],
      [{ ...merchant, "Service-Version": "soon" }, 400, "service_version_invalid"],
      [keyless, 400, "idempotency_key_missing"],
      [{ ...merchant, "Idempotency-Key": "k".repeat(256) }, 400, "idempotency_key_invalid"],
      [merchant, 413, "body_too_large"]
    ] as const) {
      const reply = await sendBytes("/payments", headers, tooLong)
      expect([reply.status, reply.error.code]).toEqual([status, code])
    }
  })

  it("is refused on the payer surface only after the session was checked", async () => {
    for (const [headers, status, code] of [
      [{}, 401, "api_key_missing"],
      [{ Authorization: payer.Authorization }, 401, "session_token_missing"],
      [{ ...payer, "Session-Token": "another" }, 401, "session_token_invalid"],
      [{ ...payer, Origin: "https://other.example" }, 403, "origin_not_allowed"],
      [payer, 413, "body_too_large"]
    ] as const) {
      const reply = await sendBytes("/session/confirm", headers, tooLong)
      expect([reply.status, reply.error.code]).toEqual([status, code])
    }
  })

  it("has more than 64 KiB, or 1 MiB for a notification, with or without a length", async () => {
    for (const [path, headers] of surfaces) {
      const atMost = path.includes("notifications") ? 1024 * kib : 64 * kib
      for (const [bytes, isTooLong] of [
        [atMost, false],
        [atMost + 1, true]
      ] as const) {
        const body = new Uint8Array(bytes).fill(0x20)
        const told = { ...headers, "Content-Length": String(bytes) }
        for (const reply of [
          await sendBytes(path, told, body),
          await sendBytes(path, headers, new Blob([body]).stream())
        ]) {
          expect([path, bytes, reply.status === 413]).toEqual([path, bytes, isTooLong])
        }
      }
    }
  })

  it("is not read beyond the limit, and not at all if the sender is refused", async () => {
    for (const [path, headers] of surfaces) {
      const { asked, stream } = countingStream()
      const { status, error } = await sendBytes(path, headers, stream)
      expect([path, status, error.code]).toEqual([path, 413, "body_too_large"])
      expect(asked.bytes).toBe(path.includes("notifications") ? 1_050_000 : 70_000)
    }
    for (const path of ["/payments", "/session/confirm"]) {
      const { asked, stream } = countingStream()
      expect((await sendBytes(path, {}, stream)).status).toBe(401)
      expect([path, asked.bytes]).toEqual([path, 0])
    }
  })

  it("leaves its Idempotency-Key free", async () => {
    const headers = { ...merchant, "Idempotency-Key": "too long" }
    expect((await sendBytes("/payments", headers, tooLong)).status).toBe(413)
    const reply = await sendBytes("/payments", headers, paymentWith([0x20]))
    expect([reply.status, reply.headers.has("Idempotent-Replay")]).toEqual([200, false])
    expect(idsOf(await shop.get("/payments"))).toContain(reply.json.id)
  })
})
