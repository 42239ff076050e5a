import { Webhook } from "standardwebhooks"
import { describe, expect, it, vi } from "vitest"
import { type ReceivedWebhook, type WebhookEvent, webhookReceiver } from "./webhookReceiver.ts"

const secret = `whsec_${btoa("a secret of thirty-two bytes, ok")}`
const other = `whsec_${btoa("another secret of 32 bytes, fine")}`

const eventOf = (id: string, version = 1, object = "payment_1") => ({
  object: "event",
  id,
  type: "payment.succeeded",
  api_version: "2026-11-01",
  occurred_at: "2026-11-22T12:00:00.000Z",
  delivered_at: null,
  livemode: false,
  data: { object: { object: "payment", id: object, amount: "1250" }, version }
})

const sent = (
  event: unknown,
  { at = new Date(), by = secret, id = (event as { id?: string })?.id ?? "" } = {}
): ReceivedWebhook => {
  const body = JSON.stringify(event)
  return {
    headers: {
      "Webhook-Id": id,
      "webhook-timestamp": `${Math.floor(at.getTime() / 1000)}`,
      "webhook-signature": new Webhook(by).sign(id, at, body)
    },
    body
  }
}

const receiving = (given: string | ReadonlyArray<string> = secret) => {
  const handled: Array<WebhookEvent> = []
  const receiver = webhookReceiver({ secret: given })
  const handle = (event: WebhookEvent) => void handled.push(event)
  return {
    handled,
    receiver,
    take: (received: ReceivedWebhook) => receiver.take(received, handle)
  }
}

const ids = (handled: ReadonlyArray<WebhookEvent>) => handled.map(({ id }) => id)

describe("a webhook receiver", () => {
  it("passes on an event with a valid signature, typed by its type", async () => {
    const { handled, receiver } = receiving()
    let amount = ""
    const taken = await receiver.take(sent(eventOf("event_1")), (event) => {
      handled.push(event)
      if (event.type === "payment.succeeded") amount = event.data.object.amount
    })
    expect([taken, ids(handled), amount]).toEqual(["new", ["event_1"], "1250"])
  })

  it("accepts both secrets during a rotation", async () => {
    const { handled, take } = receiving([other, secret])
    await take(sent(eventOf("event_1")))
    await take(sent(eventOf("event_2"), { by: other }))
    expect(ids(handled)).toEqual(["event_1", "event_2"])
  })

  it("drops an event that it has seen", async () => {
    const { handled, take } = receiving()
    await take(sent(eventOf("event_1")))
    expect(await take(sent(eventOf("event_1")))).toBe("seen")
    expect(ids(handled)).toEqual(["event_1"])
  })

  it("drops only an event whose resource has a newer version", async () => {
    const { handled, take } = receiving()
    await take(sent(eventOf("event_2", 3)))
    expect(await take(sent(eventOf("event_1", 2)))).toBe("outdated")
    expect(await take(sent(eventOf("event_3", 3)))).toBe("new")
    expect(await take(sent(eventOf("event_4", 1, "payment_2")))).toBe("new")
    expect(ids(handled)).toEqual(["event_2", "event_3", "event_4"])
  })

  it("handles an event once if it arrives twice at the same time", async () => {
    const { receiver } = receiving()
    let calls = 0
    const handle = async () => {
      calls += 1
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const received = sent(eventOf("event_1"))
    const taken = await Promise.all([
      receiver.take(received, handle),
      receiver.take(received, handle)
    ])
    expect([calls, taken]).toEqual([1, ["new", "seen"]])
  })

  it("handles an event again if its handler failed before", async () => {
    const { receiver, take, handled } = receiving()
    const failing = receiver.take(sent(eventOf("event_1")), () => Promise.reject(new Error("no")))
    await expect(failing).rejects.toThrow("no")
    expect(await take(sent(eventOf("event_1")))).toBe("new")
    expect(ids(handled)).toEqual(["event_1"])
  })

  it("uses the given memory, which several processes may share", async () => {
    const seen = new Set<string>()
    const memory = {
      standing: ({ id }: { id: string }) => Promise.resolve(seen.has(id) ? "seen" : "new") as never,
      remember: ({ id }: { id: string }) => void seen.add(id)
    }
    const receivers = [webhookReceiver({ secret, memory }), webhookReceiver({ secret, memory })]
    const standings = []
    for (const receiver of receivers)
      standings.push(await receiver.take(sent(eventOf("event_1")), () => undefined))
    expect(standings).toEqual(["new", "seen"])
  })
})

describe("an event of an unknown, newer type", () => {
  const newer = { ...eventOf("event_1"), type: "payment.teleported" }

  it("is accepted without a call of the handler", async () => {
    const { handled, take } = receiving()
    expect(await take(sent(newer))).toBe("new")
    expect(await take(sent(newer))).toBe("seen")
    expect(handled).toEqual([])
  })

  it("is passed to handleNewer, and again if that fails", async () => {
    const passed: Array<readonly [string, string, unknown]> = []
    const receiver = webhookReceiver({
      secret,
      handleNewer: ({ type, data: { object } }) => {
        passed.push([type, object.object, object.amount])
        if (passed.length === 1) throw new Error("no")
      }
    })
    const take = () => receiver.take(sent(newer), () => expect.fail("not for this one"))
    await expect(take()).rejects.toThrow("no")
    expect(await take()).toBe("new")
    const once = ["payment.teleported", "payment", "1250"]
    expect(passed).toEqual([once, once])
  })
})

describe("an invalid webhook", () => {
  const minutes = 60_000
  it.each([
    ["signed by another secret", sent(eventOf("event_1"), { by: other }), "signature"],
    ["without a signature", { headers: {}, body: "{}" }, "signature"],
    [
      "older than five minutes",
      sent(eventOf("e"), { at: new Date(Date.now() - 6 * minutes) }),
      "signature"
    ],
    ["of the future", sent(eventOf("e"), { at: new Date(Date.now() + 6 * minutes) }), "signature"],
    ["with another id than was signed", sent(eventOf("event_1"), { id: "event_2" }), "body"],
    ["no event", sent({ id: "x" }), "body"],
    ["null", sent(null, { id: "x" }), "body"],
    [
      "an event of nothing by name",
      sent({ ...eventOf("e"), data: { version: 1, object: {} } }),
      "body"
    ],
    ["parsed already", { ...sent(eventOf("e")), body: eventOf("e") as unknown as string }, "body"],
    ["the empty body that a body parser leaves", { ...sent(eventOf("e")), body: "" }, "body"],
    ["nothing", { ...sent(eventOf("e")), body: undefined as unknown as string }, "body"],
    ["an event without a resource", sent({ ...eventOf("e"), data: { version: 1 } }), "body"]
  ])("is refused: %s", async (_, received, reason) => {
    const { take, handled } = receiving()
    await expect(take(received)).rejects.toMatchObject({ _tag: "WebhookInvalid", reason })
    expect(handled).toEqual([])
  })

  it("is refused: a body with one changed byte", async () => {
    const { take } = receiving()
    const { headers, body } = sent(eventOf("event_1"))
    const changed = { headers, body: body.replace("1250", "1251") }
    await expect(take(changed)).rejects.toMatchObject({ reason: "signature" })
  })
})

describe("a signature", () => {
  it("is checked against the receiver's own clock, which a test can set", async () => {
    const at = new Date("2031-05-01T12:00:00Z")
    const received = sent(eventOf("event_1"), { at })
    const taking = (now: number) =>
      webhookReceiver({ secret, now: () => now }).take(received, () => undefined)
    await expect(taking(at.getTime() + 299_000)).resolves.toBe("new")
    await expect(taking(at.getTime() - 299_000)).resolves.toBe("new")
    await expect(taking(at.getTime() + 302_000)).rejects.toMatchObject({ reason: "signature" })
    await expect(taking(Date.now())).rejects.toMatchObject({ reason: "signature" })
  })

  it("is valid exactly if the reference library accepts it", async () => {
    const received = sent(eventOf("event_1"))
    const signed = received.headers as Record<string, string>
    const signature = String(signed["webhook-signature"])
    const changes: ReadonlyArray<Record<string, string | undefined>> = [
      { "webhook-signature": `v1,AAAA ${signature}` },
      { "webhook-signature": `${signature} v2,AAAA` },
      { "webhook-signature": signature.replace("v1,", "v2,") },
      { "webhook-signature": signature.slice(0, -1) },
      { "webhook-signature": `${signature}=` },
      { "webhook-signature": "" },
      { "webhook-signature": "v1" },
      { "webhook-signature": signature.toLowerCase() },
      { "webhook-timestamp": "" },
      { "webhook-timestamp": "soon" },
      { "webhook-timestamp": `${Number(signed["webhook-timestamp"]) + 1}` },
      { "webhook-id": "" },
      { "Webhook-Id": undefined }
    ]
    for (const change of changes) {
      const headers = Object.fromEntries(
        Object.entries({ ...signed, ...change }).filter(([, value]) => value !== undefined)
      ) as Record<string, string>
      const lower = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
      )
      let isVerified = true
      try {
        new Webhook(secret).verify(received.body, lower)
      } catch {
        isVerified = false
      }
      const taken = await receiving()
        .take({ ...received, headers })
        .then(
          () => true,
          () => false
        )
      expect([change, taken]).toEqual([change, isVerified])
    }
  })
})

describe("the response to a request", () => {
  const request = ({ headers, body }: ReceivedWebhook) =>
    new Request("https://shop.example/hooks", {
      method: "POST",
      headers: headers as Record<string, string>,
      body
    })

  it("is 204 once handled or seen, 400 if invalid, 500 if the handler fails", async () => {
    const receiver = webhookReceiver({ secret, onError: () => undefined })
    const received = sent(eventOf("event_1"))
    const statuses = []
    for (const [each, handle] of [
      [received, () => Promise.reject(new Error("no"))],
      [received, () => undefined],
      [received, () => Promise.reject(new Error("no"))],
      [sent(eventOf("event_2"), { by: other }), () => undefined]
    ] as const)
      statuses.push((await receiver.respond(request(each), handle)).status)
    expect(statuses).toEqual([500, 204, 204, 400])
  })

  it("names the reason of a refusal, and never the handler's error", async () => {
    const errors: Array<unknown> = []
    const receiver = webhookReceiver({ secret, onError: (error) => errors.push(error) })
    const failure = new Error("the database of the shop is down")
    const answers = []
    for (const each of [
      request({ headers: {}, body: "{}" }),
      request(sent(eventOf("e"), { by: other })),
      request(sent(eventOf("e"), { at: new Date(Date.now() - 301_000) })),
      request(sent(eventOf("e")))
    ]) {
      const answer = await receiver.respond(each, () => Promise.reject(failure))
      answers.push(`${answer.status} ${await answer.text()}`)
    }
    expect(answers).toEqual([
      expect.stringMatching(/^400 .* webhook-signature are required/),
      expect.stringMatching(
        /^400 The signature doesn't match\. Is the secret that of this endpoint/
      ),
      expect.stringMatching(/^400 The webhook was signed more than 5 minutes before or after/),
      "500 The receiver failed. Its log has the error."
    ])
    expect(errors.slice(0, 3)).toMatchObject([1, 2, 3].map(() => ({ reason: "signature" })))
    expect(errors[3]).toBe(failure)
  })

  it("is 500 with a remedy in the log if a body parser has read the body before", async () => {
    const errors: Array<unknown> = []
    const receiver = webhookReceiver({ secret, onError: (error) => errors.push(error) })
    const parsed = request(sent(eventOf("event_1")))
    await parsed.json()
    const { status } = await receiver.respond(parsed, () => undefined)
    expect([status, String(errors)]).toEqual([
      500,
      expect.stringContaining("before any body parser")
    ])
  })

  it("is logged by default if the handler fails, or the signature is wrong", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined)
    const { receiver } = receiving()
    await receiver.respond(request(sent(eventOf("e"), { by: other })), () => undefined)
    await receiver.respond(request(sent(eventOf("e"))), () =>
      Promise.reject(new Error("out of stock"))
    )
    const lines = log.mock.calls.map((call) => call.map(String).join(" "))
    log.mockRestore()
    expect(lines).toEqual([
      expect.stringContaining("A webhook was refused: The signature doesn't match."),
      expect.stringContaining("out of stock")
    ])
  })

  it("is 413 to an endless body, without reading it to the end", async () => {
    const chunk = new Uint8Array(65_536)
    const seen = { chunks: 0, isCanceled: false }
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        seen.chunks++
        controller.enqueue(chunk)
      },
      cancel: () => {
        seen.isCanceled = true
      }
    })
    const init = { method: "POST", body, duplex: "half" }
    const endless = new Request("https://shop.example/hooks", init)
    const { status } = await receiving().receiver.respond(endless, () => undefined)
    expect([status, seen.isCanceled]).toEqual([413, true])
    expect(seen.chunks).toBeLessThan(20)
  })

  it("is 204 to a body whose characters arrive in pieces", async () => {
    const { receiver, handled } = receiving()
    const event = { ...eventOf("event_1"), note: "\u{1F375} \u00fc" }
    const { headers, body } = sent(event)
    const bytes = new TextEncoder().encode(body)
    const crumbs = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      }
    })
    const signed = headers as Record<string, string>
    const init = { method: "POST", headers: signed, body: crumbs, duplex: "half" }
    const { status } = await receiver.respond(
      new Request("https://shop.example/hooks", init),
      (received) => void handled.push(received)
    )
    expect([status, handled]).toEqual([204, [event]])
  })
})
