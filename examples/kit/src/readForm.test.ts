import { createServer } from "node:http"
import { getRequestListener } from "@hono/node-server"
import { sandbox } from "@payloom/testkit"
import { describe, expect, it, onTestFinished } from "vitest"
import { bankPages } from "./bankPages.ts"
import { challengePages } from "./challengePages.ts"

const file = { path: "/assets/x", type: "text/css", text: "", hash: "sha384-x" }
const answers: Array<readonly [string, boolean]> = []
const assets = async () => ({ bankStyle: file, challengeScript: file })
const bank = bankPages({ bank: sandbox().bank, assets, notify: async () => undefined })
const pages = challengePages({
  assets,
  framers: async () => "'none'",
  answer: async (reference, passed) => {
    answers.push([reference, passed])
  }
}).route("/", bank)
const path = "/sandbox/3ds/threeds_1"

/** A stream of bytes without an end, that tells how many were asked for. */
const endless = () => {
  const asked = { bytes: 0 }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        asked.bytes += 100
        controller.enqueue(new Uint8Array(100).fill(0x61))
      }
    },
    { highWaterMark: 0 }
  )
  return { asked, stream }
}

const post = (to: string, body: BodyInit, headers: HeadersInit = {}) =>
  pages.request(to, { method: "POST", body, headers, duplex: "half" } as RequestInit)

describe("a form of the sandbox's pages", () => {
  it.each([path, "/sandbox/bank/attempt_1"])(
    "is refused where it is longer than its one field can be, by its length or as it comes: %s",
    async (to) => {
      const long = new URLSearchParams({ outcome: "passed", more: "x".repeat(1024) }).toString()
      const told = await post(to, long, { "Content-Length": String(long.length) })
      expect(told.status).toBe(413)
      const { asked, stream } = endless()
      expect((await post(to, stream)).status).toBe(413)
      expect(asked.bytes).toBe(1100)
      expect(answers).toEqual([])
    }
  )

  it("is read where it comes in pieces, on a server whose Request is its runtime's own", async () => {
    const listener = getRequestListener(pages.fetch, { overrideGlobalObjects: false })
    const server = createServer(listener)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === "object" ? address?.port : 0
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      body: new Blob(["outcome=", "passed"]).stream(),
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      duplex: "half"
    } as RequestInit)
    expect(response.status).toBe(200)
    expect(answers).toEqual([["threeds_1", true]])
  })
})
