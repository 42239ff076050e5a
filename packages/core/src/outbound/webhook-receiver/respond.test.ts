import { describe, expect, it, vi } from "vitest"
import { eventOf, other, secret, sent } from "./testing/sentWebhook.ts"
import { type ReceivedWebhook, type WebhookEvent, webhookReceiver } from "./webhookReceiver.ts"

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

  it("is the same if the log of errors throws", async () => {
    const receiver = webhookReceiver({
      secret,
      onError: () => {
        throw new Error("the disk of the log is full")
      }
    })
    const { status } = await receiver.respond(request({ headers: {}, body: "{}" }), () => undefined)
    expect(status).toBe(400)
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
    const receiver = webhookReceiver({ secret })
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
    const { status } = await webhookReceiver({ secret }).respond(endless, () => undefined)
    expect([status, seen.isCanceled]).toEqual([413, true])
    expect(seen.chunks).toBeLessThan(20)
  })

  it("is 204 to a body whose characters arrive in pieces", async () => {
    const receiver = webhookReceiver({ secret })
    const handled: Array<WebhookEvent> = []
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
