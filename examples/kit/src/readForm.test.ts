import { sandbox } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { bankPages } from "./bankPages.ts"
import { challengePages } from "./challengePages.ts"

const file = { path: "/assets/x", type: "text/css", text: "", hash: "sha384-x" }
const answers: Array<readonly [string, boolean]> = []
const assets = async () => ({ bankStyle: file, challengeScript: file })
const run = Effect.runPromise
const bank = bankPages({ bank: sandbox().bank, assets, notify: async () => undefined, run })
const pages = challengePages({
  assets,
  framers: async () => "'none'",
  answer: async (reference, passed) => {
    answers.push([reference, passed])
  }
}).route("/", bank)
const path = "/sandbox/3ds/threeds_1"

/** Returns a stream of bytes without an end. It counts the bytes that were read. */
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
    "is refused if it is too long, by its content-length or while it is read: %s",
    async (to) => {
      const long = new URLSearchParams({ outcome: "passed", more: "x".repeat(1024) }).toString()
      const response = await post(to, long, { "Content-Length": String(long.length) })
      expect(response.status).toBe(413)
      const { asked, stream } = endless()
      expect((await post(to, stream)).status).toBe(413)
      expect(asked.bytes).toBe(1100)
      expect(answers).toEqual([])
    }
  )

  it("is read if it arrives in pieces", async () => {
    const response = await post(path, new Blob(["outcome=", "passed"]).stream())
    expect([response.status, answers]).toEqual([200, [["threeds_1", true]]])
  })
})
