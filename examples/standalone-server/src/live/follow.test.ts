import { setTimeout as pause } from "node:timers/promises"
import { expect, it, onTestFinished } from "vitest"
import { followers } from "./follow.ts"

const quick = { everyMs: 5, pingMs: 1000 }

const signalOfTest = (): AbortSignal => {
  const over = new AbortController()
  onTestFinished(() => over.abort())
  return over.signal
}

const next = async (texts: AsyncGenerator<string | null, void>) => (await texts.next()).value

it("a follower gets the current text, and then the newest text after each change", async () => {
  let [text, reads] = ["1", 0]
  const { follow } = followers(2, quick)
  const read = async () => {
    reads++
    return text
  }
  /** Waits for two more reads. The second one begins after the first one was processed. */
  const isRead = async () => {
    const before = reads
    while (reads < before + 2) await pause(1)
  }
  const texts = follow("a", read, signalOfTest())
  expect(await next(texts)).toBe("1")
  text = "2"
  expect(await next(texts)).toBe("2")
  text = "3"
  await isRead()
  text = "4"
  await isRead()
  expect(await next(texts)).toBe("4")
})

it("followers of the same text share its reads, which end with the last follower", async () => {
  let [reads, inFlight, most] = [0, 0, 0]
  const read = async () => {
    most = Math.max(most, ++inFlight)
    await pause(20)
    inFlight--
    return `${++reads}`
  }
  const { follow, isFull } = followers(2, quick)
  const leaving = [new AbortController(), new AbortController()]
  const texts = leaving.map(({ signal }) => follow("a", read, signal))
  await Promise.all(texts.map(next))
  expect(isFull()).toBe(true)
  const before = reads
  while (reads < before + 5) await pause(1)
  // Separate reads would overlap.
  expect(most).toBe(1)
  for (const controller of leaving) controller.abort()
  expect(await Promise.all(texts.map((each) => each.next()))).toEqual([
    { done: true, value: undefined },
    { done: true, value: undefined }
  ])
  expect(isFull()).toBe(false)
  while (inFlight > 0) await pause(1)
  const last = reads
  await pause(50)
  expect(reads).toBe(last)
})

it("a follower of an unchanged text gets a ping from time to time", async () => {
  const { follow } = followers(1, { everyMs: 5, pingMs: 20 })
  const texts = follow("a", async () => "1", signalOfTest())
  expect([await next(texts), await next(texts), await next(texts)]).toEqual(["1", null, null])
})

it("a text that can't be read is sent once it can", async () => {
  let isBroken = true
  const read = () => (isBroken ? Promise.reject(new Error("no")) : Promise.resolve("1"))
  const { follow } = followers(1, { everyMs: 5, pingMs: 30 })
  const texts = follow("a", read, signalOfTest())
  expect(await next(texts)).toBe(null)
  isBroken = false
  expect(await next(texts)).toBe("1")
})

it("a signal ends a waiting follower at once", async () => {
  const gone = new AbortController()
  const texts = followers(1, quick).follow("a", async () => "1", gone.signal)
  await next(texts)
  const ended = texts.next()
  gone.abort()
  expect(await ended).toEqual({ done: true, value: undefined })
})
