import { setTimeout as pause } from "node:timers/promises"
import { expect, it, onTestFinished } from "vitest"
import { followers } from "./follow.ts"

const quick = { everyMs: 5, pingMs: 1000 }

const signalOfTest = (): AbortSignal => {
  const over = new AbortController()
  onTestFinished(() => over.abort())
  return over.signal
}

const next = async (told: AsyncGenerator<string | null, void>) => (await told.next()).value

it("whoever follows is told what there is, and then the newest whenever it has changed", async () => {
  let [text, reads] = ["1", 0]
  const { follow } = followers(2, quick)
  const read = async () => {
    reads++
    return text
  }
  /** Two more reads: the second begins after all of the first has been taken in. */
  const isRead = async () => {
    const before = reads
    while (reads < before + 2) await pause(1)
  }
  const told = follow("a", read, signalOfTest())
  expect(await next(told)).toBe("1")
  text = "2"
  expect(await next(told)).toBe("2")
  text = "3"
  await isRead()
  text = "4"
  await isRead()
  expect(await next(told)).toBe("4")
})

it("some who follow the same share its reading, which ends with the last of them", async () => {
  let [reads, underWay, most] = [0, 0, 0]
  const read = async () => {
    most = Math.max(most, ++underWay)
    await pause(20)
    underWay--
    return `${++reads}`
  }
  const { follow, isFull } = followers(2, quick)
  const leaving = [new AbortController(), new AbortController()]
  const told = leaving.map(({ signal }) => follow("a", read, signal))
  await Promise.all(told.map(next))
  expect(isFull()).toBe(true)
  const before = reads
  while (reads < before + 5) await pause(1)
  // Two who read for themselves would do so at the same time.
  expect(most).toBe(1)
  for (const controller of leaving) controller.abort()
  expect(await Promise.all(told.map((each) => each.next()))).toEqual([
    { done: true, value: undefined },
    { done: true, value: undefined }
  ])
  expect(isFull()).toBe(false)
  while (underWay > 0) await pause(1)
  const last = reads
  await pause(50)
  expect(reads).toBe(last)
})

it("who follows what stays as it is hears so from time to time", async () => {
  const { follow } = followers(1, { everyMs: 5, pingMs: 20 })
  const told = follow("a", async () => "1", signalOfTest())
  expect([await next(told), await next(told), await next(told)]).toEqual(["1", null, null])
})

it("what can't be read for a while is told once it can", async () => {
  let isBroken = true
  const read = () => (isBroken ? Promise.reject(new Error("no")) : Promise.resolve("1"))
  const { follow } = followers(1, { everyMs: 5, pingMs: 30 })
  const told = follow("a", read, signalOfTest())
  expect(await next(told)).toBe(null)
  isBroken = false
  expect(await next(told)).toBe("1")
})

it("a signal ends who waits, at once", async () => {
  const gone = new AbortController()
  const told = followers(1, quick).follow("a", async () => "1", gone.signal)
  await next(told)
  const ended = told.next()
  gone.abort()
  expect(await ended).toEqual({ done: true, value: undefined })
})
