import type { Scope } from "@payloom/core"
import { expect, it, onTestFinished } from "vitest"
import type { LiveEvent } from "./LiveEvent.ts"
import { liveStreams } from "./liveStreams.ts"

const scope = { tenant: "tenant_1", mode: "test" } as Scope
const quick = { everyMs: 5, pingMs: 60_000, recentMs: 10_000, mostMs: 60_000, most: 2000 }

const opened = (fields: Partial<typeof quick> = {}) => {
  let events: ReadonlyArray<LiveEvent> = []
  let reads = 0
  const streams = liveStreams({
    ...quick,
    ...fields,
    read: async () => {
      reads++
      return events
    }
  })
  onTestFinished(streams.close)
  const record = (id: string, ageMs = 0) => {
    const event = { id, type: "payment.succeeded", subject: `payment_${id}`, ageMs }
    events = [event, ...events].slice(0, 20)
  }
  const open = (person = "ada", of = scope) =>
    streams.open(of, { person, onGone: () => undefined })?.body ?? null
  return { streams, open, record, reads: () => reads }
}

const delayed = <A>(ms: number, value: A) =>
  new Promise<A>((resolve) => setTimeout(resolve, ms, value))

/** Returns a function that reads a stream until it has a text. */
const readerOf = (body: ReadableStream<Uint8Array> | null) => {
  const reader = body?.pipeThrough(new TextDecoderStream() as never).getReader()
  return async (wanted: string) => {
    let text = ""
    while (!text.includes(wanted)) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) throw new Error(`The stream ended before ${wanted}.`)
      text += value
    }
    return text
  }
}

it("a thousand open pages are served by one reader", async () => {
  const { streams, open, record, reads } = opened({ everyMs: 20 })
  const pages = Array.from({ length: 1000 }, () => readerOf(open()))
  await pages[0]?.("open")
  await expect.poll(reads).toBeGreaterThan(0)
  record("1")
  const texts = await Promise.all(pages.map((read) => read("payment_1")))
  expect(texts).toHaveLength(1000)
  expect(reads()).toBeLessThan(1000)
  expect(streams.count()).toBe(1000)
})

it("a page that does not read is dropped, and the others get every event", async () => {
  const { streams, open, record } = opened()
  const slow = open()
  const read = readerOf(open())
  await read("open")
  for (let id = 100; streams.count() === 2; id++) {
    record(`${id}`)
    await read(`payment_${id}`)
  }
  expect(streams.count()).toBe(1)
  await expect(slow?.getReader().closed).rejects.toThrow("reads too slowly")
})

it("no more pages are let in than the limit, and a page that leaves makes room", async () => {
  const { open } = opened({ most: 2 })
  const first = open()
  open()
  expect(open()).toBe(null)
  await first?.cancel()
  expect(open()).not.toBe(null)
})

it("a person with all places loses the oldest pages to others, until all have as many", async () => {
  const { streams, open } = opened({ most: 6 })
  const own = Array.from({ length: 6 }, () => open("ada")?.getReader())
  for (let nth = 0; nth < 3; nth += 1) expect(open("bob")).not.toBe(null)
  expect(streams.count()).toBe(6)
  expect(open("bob")).toBe(null)
  expect(open("ada")).toBe(null)
  expect(open("eve")).not.toBe(null)
  const ended = await Promise.all(
    own.map(async (reader) => {
      await reader?.read()
      return Promise.race([reader?.closed.then(() => "ended"), delayed(20, "open")])
    })
  )
  expect(ended).toEqual(["ended", "ended", "ended", "ended", "open", "open"])
})

it("a page learns of events that its data may lack, and of no older ones", async () => {
  const { open, record, reads } = opened({ everyMs: 20 })
  record("old", 60_000)
  record("recent", 2000)
  const first = readerOf(open())
  expect(await first("payment_")).not.toContain("payment_old")
  await expect.poll(reads).toBeGreaterThan(1)
  const second = await readerOf(open())("payment_recent")
  expect(second).not.toContain("payment_old")
})

it("an event is told once to a page that is open", async () => {
  const { open, record } = opened()
  record("first", 100)
  const read = readerOf(open())
  await read("payment_first")
  record("second")
  expect(await read("payment_second")).not.toContain("payment_first")
})

it("a message to a thousand pages does not hold up other code", async () => {
  const { open, record } = opened({ everyMs: 50 })
  const pages = Array.from({ length: 1000 }, () => readerOf(open()))
  await Promise.all(pages.map((read) => read("open")))
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  })
  record("1")
  let told = 0
  const early = await Promise.all(
    pages.map(async (read) => {
      await read("payment_1")
      told += 1
      return { told, turns }
    })
  )
  clearInterval(timer)
  expect(early.at(-1)?.turns).toBeGreaterThan(early[0]?.turns ?? 0)
})

it("a scope without pages is not read", async () => {
  const { open, reads } = opened()
  const page = open()
  await expect.poll(reads).toBeGreaterThan(1)
  await page?.cancel()
  await expect
    .poll(async () => {
      const before = reads()
      await new Promise((resolve) => setTimeout(resolve, 15))
      return reads() - before
    })
    .toBe(0)
})

it("closing ends all streams and lets nobody in", async () => {
  const { streams, open } = opened()
  const reader = open()?.getReader()
  await reader?.read()
  streams.close()
  expect(await reader?.read()).toEqual({ done: true, value: undefined })
  expect(open()).toBe(null)
})
