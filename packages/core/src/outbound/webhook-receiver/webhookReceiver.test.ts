import { Webhook } from "standardwebhooks"
import { describe, expect, it } from "vitest"
import { eventOf, other, secret, sent } from "./testing/sentWebhook.ts"
import { type ReceivedWebhook, type WebhookEvent, webhookReceiver } from "./webhookReceiver.ts"

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
