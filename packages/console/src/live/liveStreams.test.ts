import type { Scope } from "@payloom/core"
import { expect, it, onTestFinished } from "vitest"
import type { LiveEvent } from "./LiveEvent.ts"
import { liveStreams } from "./liveStreams.ts"

const scope = { tenant: "tenant_1", mode: "test" } as Scope
const quick = { everyMs: 5, pingMs: 60_000, mostMs: 60_000, most: 2000 }

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
  const record = (id: string) => {
    events = [{ id, type: "payment.succeeded", subject: `payment_${id}` }, ...events].slice(0, 20)
  }
  return { streams, record, reads: () => reads }
}

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
  const { streams, record, reads } = opened({ everyMs: 20 })
  const pages = Array.from({ length: 1000 }, () => readerOf(streams.open(scope)))
  await pages[0]?.("open")
  await expect.poll(reads).toBeGreaterThan(0)
  record("1")
  const texts = await Promise.all(pages.map((read) => read("payment_1")))
  expect(texts).toHaveLength(1000)
  expect(reads()).toBeLessThan(1000)
  expect(streams.count()).toBe(1000)
})

it("a page that does not read is dropped, and the others get every event", async () => {
  const { streams, record } = opened()
  const slow = streams.open(scope)
  const read = readerOf(streams.open(scope))
  await read("open")
  for (let id = 100; streams.count() === 2; id++) {
    record(`${id}`)
    await read(`payment_${id}`)
  }
  expect(streams.count()).toBe(1)
  await expect(slow?.getReader().closed).rejects.toThrow("reads too slowly")
})

it("no more pages are let in than the limit, and a page that leaves makes room", async () => {
  const { streams } = opened({ most: 2 })
  const first = streams.open(scope)
  streams.open(scope)
  expect(streams.open(scope)).toBe(null)
  await first?.cancel()
  expect(streams.open(scope)).not.toBe(null)
})

it("a scope without pages is not read", async () => {
  const { streams, reads } = opened()
  const page = streams.open(scope)
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
  const { streams } = opened()
  const reader = streams.open(scope)?.getReader()
  await reader?.read()
  streams.close()
  expect(await reader?.read()).toEqual({ done: true, value: undefined })
  expect(streams.open(scope)).toBe(null)
})
