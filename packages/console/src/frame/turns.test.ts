import { setImmediate } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { type TurnLimits, turns } from "./turns.ts"

const limits: TurnLimits = {
  atOnce: 1,
  rest: 0,
  mostRestMs: 0,
  mostWaiting: 50,
  mostWaitMs: 60_000
}

/** Opens turns, with reads that end when a test ends them. */
const opened = (fields: Partial<TurnLimits> = {}) => {
  const { take } = turns({ ...limits, ...fields })
  const started: Array<string> = []
  const ends = new Map<string, () => void>()
  const read = (person: string, name: string) =>
    take({
      person,
      name,
      work: () => {
        started.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(`answer ${name}`)))
      }
    })
  const end = async (name: string) => {
    await expect.poll(() => ends.has(name)).toBe(true)
    ends.get(name)?.()
    ends.delete(name)
  }
  return { read, end, started }
}

describe("reads of the console", () => {
  it("take turns: as many run at once as may, and the others follow", async () => {
    const { read, end, started } = opened({ atOnce: 2 })
    const answers = ["a", "b", "c"].map((name) => read("ada", name))
    await setImmediate()
    expect(started).toEqual(["a", "b"])
    await end("a")
    await end("c")
    await end("b")
    expect(await Promise.all(answers)).toEqual(["answer a", "answer b", "answer c"])
  })

  it("of one person don't keep others waiting", async () => {
    const { read, end, started } = opened()
    const own = ["a1", "a2", "a3"].map((name) => read("ada", name))
    const other = read("bob", "b1")
    for (const name of ["a1", "a2", "b1", "a3"]) await end(name)
    await Promise.all([...own, other])
    expect(started).toEqual(["a1", "a2", "b1", "a3"])
  })

  it("share the answer of the same read that waits, and not of one that has begun", async () => {
    const { read, end, started } = opened()
    const first = read("ada", "home")
    await setImmediate()
    const waiting = [read("ada", "home"), read("bob", "home"), read("eve", "home")]
    await end("home")
    await end("home")
    await Promise.all([first, ...waiting])
    expect(started).toEqual(["home", "home"])
  })

  it("are refused with 503 and a time to come back, if too many wait", async () => {
    const { read, end } = opened({ mostWaiting: 1 })
    const begun = read("ada", "a")
    const waiting = read("ada", "b")
    await expect(read("ada", "c")).rejects.toMatchObject({ status: 503, code: "busy" })
    const refused = await read("bob", "d").catch((error: unknown) => error)
    expect(refused).toMatchObject({ retryAfter: expect.any(Number) })
    await end("a")
    await end("b")
    await Promise.all([begun, waiting])
  })

  it("of a person who fills the queue are refused in favour of other people", async () => {
    const { read, end, started } = opened({ mostWaiting: 4 })
    const begun = read("ada", "a")
    const own = ["b", "c", "d", "e"].map((name) => read("ada", name))
    const settled = Promise.allSettled(own)
    const others = [read("bob", "f"), read("eve", "g")]
    for (const name of ["a", "d", "f", "g", "e"]) await end(name)
    await Promise.all([begun, ...others])
    expect((await settled).map(({ status }) => status)).toEqual([
      "rejected",
      "rejected",
      "fulfilled",
      "fulfilled"
    ])
    expect(started).not.toContain("b")
  })

  it("are refused with 503 if their turn doesn't come in time, and leave the queue", async () => {
    const { read, end, started } = opened({ mostWaitMs: 1 })
    const begun = read("ada", "a")
    await expect(read("ada", "b")).rejects.toMatchObject({ status: 503, code: "busy" })
    await end("a")
    await begun
    expect(started).toEqual(["a"])
  })

  it("that fail give their place to the next", async () => {
    const { take } = turns(limits)
    const fail = () => Promise.reject(new Error("no row"))
    const failed = take({ person: "ada", name: "a", work: fail })
    const next = take({ person: "ada", name: "b", work: async () => "answer" })
    await expect(failed).rejects.toThrow("no row")
    expect(await next).toBe("answer")
  })
})
