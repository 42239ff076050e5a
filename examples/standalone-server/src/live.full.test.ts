import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cleanUp, type RunningServer, runServer } from "./testing/runServer.ts"

afterAll(cleanUp)

describe("the live page's server", () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await runServer(["--ephemeral"])
  })

  const basic = (key: string) => `Basic ${btoa(`any:${key}`)}`
  const ask = (path: string, key?: string, signal?: AbortSignal) =>
    fetch(`${server.printed.url}${path}`, {
      headers: key === undefined ? {} : { Authorization: basic(key) },
      ...(signal === undefined ? {} : { signal })
    })

  const paths = ["/live", "/live/stream", "/live/payments/any", "/live/payments/any/stream"]

  it.each(paths)("requires a secret key at %s", async (path) => {
    const { publishable_key: publishable, secret_key: secret } = server.printed
    const wrong = secret.replace(/.$/, (last) => (last === "A" ? "B" : "A"))
    for (const key of [undefined, publishable, wrong, "", "sk"]) {
      const response = await ask(path, key)
      expect([key, response.status]).toEqual([key, 401])
      expect(response.headers.get("www-authenticate")).toMatch(/^Basic realm=/)
      expect(await response.text()).toBe("Unauthorized")
    }
  })

  it("shows only the merchant's own payments", async () => {
    const { secret_key: secret } = server.printed
    for (const id of ["any", "payment_00000000000000000000000000", "%00", "..%2F"]) {
      const statuses = [
        (await ask(`/live/payments/${id}`, secret)).status,
        (await ask(`/live/payments/${id}/stream`, secret)).status
      ]
      expect([id, statuses]).toEqual([id, [404, 404]])
    }
  })

  it("sends the whole board after a change, and limits the number of viewers", async () => {
    const { secret_key: secret } = server.printed
    const gone = new AbortController()
    const looking = await Promise.all(
      Array.from({ length: 50 }, () => ask("/live/stream", secret, gone.signal))
    )
    expect(looking.every(({ status }) => status === 200)).toBe(true)
    const refused = await ask("/live/stream", secret)
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"])
    const [first, ...others] = looking
    const reader = first?.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toMatch(/^data: \{"events":\[\]/)
    // The other viewers read nothing, and delay nobody.
    const { id } = (await server.pay("approved")).json
    let text = ""
    while (!text.includes(`"payment":"${id}"`)) text += (await reader?.read())?.value ?? ""
    expect(others).toHaveLength(49)
    gone.abort()
    let status = 503
    while (status === 503) status = (await leaves(ask("/live/stream", secret))).status
    expect(status).toBe(200)
  })

  it("counts no viewer for a HEAD request", async () => {
    const { url, secret_key: secret } = server.printed
    const heads = Array.from({ length: 60 }, () =>
      fetch(`${url}/live/stream`, { method: "HEAD", headers: { Authorization: basic(secret) } })
    )
    expect((await Promise.all(heads)).every(({ status }) => status === 200)).toBe(true)
    expect((await leaves(ask("/live/stream", secret))).status).toBe(200)
  })

  it("ends open streams when it stops", async () => {
    const { secret_key: secret } = server.printed
    const { body } = await ask("/live/stream", secret)
    expect(await server.stop()).toBe(0)
    // A stream that the server must end is cut off, and reading it fails.
    for await (const _ of body ?? []);
  })
})

/** Returns a response and leaves its body unread. */
const leaves = async (asked: Promise<Response>): Promise<Response> => {
  const response = await asked
  await response.body?.cancel()
  return response
}
