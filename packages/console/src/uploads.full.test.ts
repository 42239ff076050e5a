import { gzipSync } from "node:zlib"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { type OpenConsole, openConsole } from "./testing/openConsole.ts"

const utf8 = new TextEncoder()

/** Returns a body of pieces, and counts the bytes that were read of it. */
const bodyOf = (pieces: Iterable<Uint8Array>) => {
  const iterator = pieces[Symbol.iterator]()
  const read = { bytes: 0, isLeft: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const { value, done } = iterator.next()
        if (done === true) return controller.close()
        read.bytes += value.byteLength
        controller.enqueue(value)
      },
      cancel: () => {
        read.isLeft = true
      }
    },
    { highWaterMark: 0 }
  )
  return { body, read }
}

function* repeated(piece: Uint8Array, times: number) {
  for (let nth = 0; nth < times; nth += 1) yield piece
}

/** Sends a text in pieces, as it arrives from a network. */
function* piecesOf(text: string) {
  const bytes = utf8.encode(text)
  for (let at = 0; at < bytes.byteLength; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

/** Returns a body that sends its beginning, and no more. */
const stalled = (beginning = "{") => {
  const left = vi.fn()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(utf8.encode(beginning)),
    cancel: left
  })
  return { body, left }
}

/** Counts how often other code could run until the answer. */
const counting = async ({ actText }: OpenConsole, json: string) => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const { status } = await actText("ledger.compare", bodyOf(piecesOf(json)).body)
  isOver = true
  return { status, turns }
}

const reportOf = (file: string) =>
  JSON.stringify({
    subject: "mid_01KA0000000000000000000000",
    idempotencyKey: "k",
    input: { file, form: "plain" }
  })

describe("an upload", () => {
  let opened: OpenConsole
  beforeAll(async () => {
    opened = await openConsole()
  })
  afterEach(() => {
    opened.signIn({})
    vi.useRealTimers()
  })
  afterAll(() => opened.close())

  it("of 100 MB is refused after its limit, and the rest is not read", async () => {
    const { body, read } = bodyOf(repeated(new Uint8Array(65_536).fill(32), 1600))
    expect((await opened.actText("ledger.compare", body)).status).toBe(413)
    expect(read.bytes).toBeLessThan(9 * 2 ** 20)
    expect(read.isLeft).toBe(true)
  })

  it("of a person who may not do it has the usual limit", async () => {
    opened.signIn({ role: "viewer" })
    const { body, read } = bodyOf(repeated(new Uint8Array(65_536).fill(32), 1600))
    expect((await opened.actText("ledger.reconcile", body)).status).toBe(413)
    expect(read.bytes).toBeLessThan(200_000)
  })

  it("that is compressed is never expanded", async () => {
    const bomb = gzipSync(new Uint8Array(100 * 2 ** 20))
    const before = process.memoryUsage().arrayBuffers
    const headers = { "Content-Encoding": "gzip" }
    const response = await opened.actText("ledger.compare", bomb, headers)
    expect(response.status).toBe(400)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * 2 ** 20)
  })

  it("in a million pieces takes no more memory than in one", async () => {
    const { body } = bodyOf(repeated(utf8.encode(" "), 1_000_000))
    const before = process.memoryUsage().rss
    expect((await opened.actText("ledger.compare", body)).status).toBe(400)
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20)
  })

  it("that is sent slowly is left at its limit, and so gives its place back", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const { body, left } = stalled()
    const answer = opened.actText("ledger.compare", body)
    await vi.advanceTimersByTimeAsync(30_000)
    expect((await opened.actText("ledger.compare", reportOf("a"))).status).toBe(503)
    await vi.advanceTimersByTimeAsync(30_000)
    expect((await answer).status).toBe(503)
    expect(left).toHaveBeenCalledOnce()
    expect((await opened.actText("ledger.compare", reportOf("a"))).status).toBe(400)
  })

  it("is one of a person and one of four at a time, and others are refused for a while", async () => {
    const sent: Array<Promise<Response>> = []
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    for (const id of ["ada", "bob", "eve", "kim"]) {
      opened.signIn({ id })
      sent.push(opened.actText("ledger.compare", stalled().body))
      await vi.advanceTimersByTimeAsync(0)
    }
    opened.signIn({ id: "zoe" })
    const refused = await opened.actText("ledger.compare", reportOf("a"))
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    const other = await opened.act("payments.refund", { subject: "payment_none" })
    expect(other.status).toBe(404)
    await vi.advanceTimersByTimeAsync(60_000)
    await Promise.all(sent)
    expect((await opened.actText("ledger.compare", reportOf("a"))).status).toBe(400)
  })
})

describe("a file of seven megabytes", () => {
  const size = 7 * 2 ** 20
  let opened: OpenConsole
  beforeAll(async () => {
    opened = await openConsole()
  })
  afterAll(() => opened.close())

  const files = {
    "of one line": "x".repeat(size),
    "of one quote that never ends": `reference,kind\n"${"x".repeat(size)}`,
    "of empty lines": "\n".repeat(size / 2),
    "of commas": ",".repeat(size),
    "of quotes": `"`.repeat(size / 2),
    "of odd rows": "a,b\n".repeat(size / 5)
  }

  it.each(Object.entries(files))(
    "%s is refused, and lets other code run meanwhile",
    async (_, file) => {
      const { status, turns } = await counting(opened, reportOf(file))
      expect(status).toBe(400)
      // A part of a quarter of a megabyte takes some milliseconds.
      expect(turns).toBeGreaterThan(25)
    }
  )

  const bodies = {
    "of nested lists": `{"input":[${"[],".repeat(size / 3)}[]]}`,
    "of numbers": `{"input":[${"1,".repeat(size / 2)}1]}`,
    "of names": `{${Array.from({ length: size / 14 }, (_, nth) => `"${nth}":1`).join(",")}}`,
    "of escapes": `{"subject":"${"\\u0041".repeat(size / 6)}"}`
  }

  it.each(Object.entries(bodies))(
    "of JSON %s is refused, and lets other code run meanwhile",
    async (_, body) => {
      const { status, turns } = await counting(opened, body)
      expect(status).toBe(400)
      expect(turns).toBeGreaterThan(4)
    }
  )
})
