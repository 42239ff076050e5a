import type { Event } from "@payloom/core"
import { describe, expect, it, onTestFinished } from "vitest"
import { followEvents } from "./followEvents.ts"
import type { Shop } from "./Target.ts"

const quick = { pollMs: 1, thoroughMs: 0, failureWaitsMs: [1, 1] }
const start = Date.parse("2026-11-26T10:00:00Z")

interface Entry {
  readonly at: number
  /** Not given by lists, as internal events aren't. */
  readonly isHidden: boolean
}

/** Returns a log of events, whose lists have the cursors and the limits of the engine's. */
const logOf = () => {
  const entries = new Map<string, Entry>()
  const reads: Array<"down" | "up"> = []
  let failing = 0
  const idAt = (at: number) => `event_${String(at).padStart(16, "0")}`
  const list: Shop["events"]["list"] = async (query = {}) => {
    const { limit = 20, occurredGte = 0, startingAfter, endingBefore } = query
    reads.push(endingBefore === undefined ? "down" : "up")
    if (failing > 0) {
      failing -= 1
      throw Object.assign(new Error("The server restarts."), { reason: "server_unavailable" })
    }
    const newestFirst = [...entries]
      .filter(([, { at }]) => at >= occurredGte)
      .sort(([one], [other]) => (one < other ? 1 : -1))
    const isUp = endingBefore !== undefined
    const walked = (isUp ? newestFirst.toReversed() : newestFirst).filter(([id]) =>
      isUp ? id > endingBefore : startingAfter === undefined || id < startingAfter
    )
    const page = walked.slice(0, limit)
    const data = page
      .filter(([, { isHidden }]) => !isHidden)
      .map(([id, { at }]) => ({ id, occurredAt: at }) as unknown as Event)
    const nextCursor = walked.length > limit ? (page.at(-1)?.[0] ?? null) : null
    return {
      object: "list",
      data: isUp ? data.toReversed() : data,
      hasMore: nextCursor !== null,
      nextCursor
    } as Awaited<ReturnType<typeof list>>
  }
  return {
    reads,
    events: { list } as Shop["events"],
    record: (at: number, isHidden = false) => {
      entries.set(idAt(at), { at, isHidden })
      return idAt(at)
    },
    fail: (times: number) => {
      failing = times
    }
  }
}

type Log = ReturnType<typeof logOf>

const follow = ({ events }: Log, paces: typeof quick = quick, waits = true) => {
  const interrupt = new AbortController()
  onTestFinished(() => interrupt.abort())
  const { signal } = interrupt
  return followEvents({ events, types: [], from: start, signal, waits }, paces)
}

const take = async (walk: AsyncGenerator<Event>, count: number) => {
  const ids: Array<string> = []
  while (ids.length < count) {
    const { value } = await walk.next()
    ids.push((value as Event).id)
  }
  return ids
}

const recorded = (log: Log, count: number, stepMs = 1000) =>
  Array.from({ length: count }, (_, nth) => log.record(start + nth * stepMs))

describe("followed events", () => {
  it("are given once, oldest first, however many pages the past has", async () => {
    for (const count of [0, 1, 99, 100, 101, 200, 201, 1234]) {
      const log = logOf()
      const ids = recorded(log, count)
      const given: Array<string> = []
      for await (const { id } of follow(log, quick, false)) given.push(id)
      expect(given).toEqual(ids)
    }
  })

  it("are read page by page: a long past is not collected before its first event", async () => {
    const log = logOf()
    recorded(log, 5000)
    const walk = follow(log, quick, false)
    await take(walk, 102)
    expect(log.reads.filter((way) => way === "up")).toHaveLength(1)
    await take(walk, 300)
    expect(log.reads.filter((way) => way === "up")).toHaveLength(4)
  })

  it("are found behind pages of events that aren't published", async () => {
    const log = logOf()
    const ids: Array<string> = []
    for (let nth = 0; nth < 900; nth += 1) {
      const isHidden = nth % 100 !== 0 && nth < 700
      const id = log.record(start + nth, isHidden)
      if (!isHidden) ids.push(id)
    }
    expect(await take(follow(log), ids.length)).toEqual(ids)
  })

  it("are found if they become visible half a minute late, behind many known pages", async () => {
    const log = logOf()
    const ids = recorded(log, 1000, 30)
    const walk = follow(log)
    expect(await take(walk, 1000)).toEqual(ids)
    const late = log.record(start + 5)
    const newest = log.record(start + 30_001)
    expect(await take(walk, 2)).toEqual([late, newest])
  })

  it("of a busy log are searched for late ones only now and then", async () => {
    const log = logOf()
    recorded(log, 1000, 20)
    const walk = follow(log, { ...quick, thoroughMs: 60_000 })
    await take(walk, 1000)
    const before = log.reads.length
    for (let nth = 0; nth < 20; nth += 1) {
      const id = log.record(start + 20_000 + nth)
      expect(await take(walk, 1)).toEqual([id])
    }
    expect(log.reads.length - before).toBeLessThan(20 * 4)
  })

  it("continue without a gap or a repetition after a server that failed in the middle", async () => {
    const log = logOf()
    const ids = recorded(log, 1000)
    const walk = follow(log)
    const given = await take(walk, 350)
    log.fail(2)
    given.push(...(await take(walk, 400)))
    log.fail(2)
    given.push(...(await take(walk, 250)))
    expect(given).toEqual(ids)
  })

  it("end with the error of a server that fails again and again", async () => {
    const log = logOf()
    log.fail(3)
    await expect(take(follow(log), 1)).rejects.toThrow("The server restarts.")
  })
})
