import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { type OpenConsole, openConsole } from "./testing/openConsole.ts"

describe("an answer that is open for long", () => {
  let opened: OpenConsole
  beforeAll(async () => {
    opened = await openConsole({ isReporting: true })
    await opened.pay("approved")
    await opened.work()
  })
  afterEach(() => {
    opened.signIn({})
    vi.useRealTimers()
  })
  afterAll(() => opened.close())

  const losses = [
    { name: "is signed out", lose: () => opened.signIn(null) },
    { name: "may not see the merchant", lose: () => opened.signIn({ tenants: ["tenant_other"] }) },
    { name: "is somebody else now", lose: () => opened.signIn({ id: "user_2" }) }
  ]

  it.each(losses)("ends within seconds if its person $name", async ({ lose }) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const live = (await opened.get(`${opened.data}/live`)).body?.getReader()
    const file = (await opened.get(`${opened.data}/payments.csv`)).body?.getReader()
    await live?.read()
    await vi.advanceTimersByTimeAsync(20_000)
    const isEnded = vi.fn()
    void live?.closed.then(isEnded)
    expect(isEnded).not.toHaveBeenCalled()
    lose()
    await vi.advanceTimersByTimeAsync(6000)
    await drained(live)
    await expect(drained(file)).rejects.toThrow("may not have this file")
  })

  it("stays open for a person with another role", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const file = await opened.get(`${opened.data}/payments.csv`)
    opened.signIn({ role: "viewer" })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await file.text()).toContain("12.50")
  })

  it("is refused if it is the fourth file of a person, until one is over", async () => {
    const open = () => opened.get(`${opened.data}/payments.csv`)
    const files = [await open(), await open(), await open()]
    const refused = await open()
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    opened.signIn({ id: "user_2" })
    const other = await open()
    expect(other.status).toBe(200)
    await other.body?.cancel()
    opened.signIn({})
    await files[0]?.text()
    await files[1]?.body?.cancel()
    const later = [await open(), await open()]
    expect(later.map(({ status }) => status)).toEqual([200, 200])
    for (const { body } of [...later, ...files.slice(2)]) await body?.cancel()
  })

  it("takes no place if only its headers are read", async () => {
    const url = `https://shop.example/console${opened.data}/payments.csv`
    for (let nth = 0; nth < 10; nth += 1) {
      const { status } = await opened.handler(new Request(url, { method: "HEAD" }))
      expect(status).toBe(200)
    }
  })

  it("is left by a host that can't say who its person is", async () => {
    let isDown = false
    const broken = await openConsole({
      authenticate: () => {
        if (isDown) throw new Error("The session store is down.")
        return { id: "user_1", name: "Ada", role: "viewer" }
      }
    })
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const live = (await broken.get(`${broken.data}/live`)).body?.getReader()
    isDown = true
    await vi.advanceTimersByTimeAsync(6000)
    await drained(live)
    vi.useRealTimers()
    await broken.close()
  })
})

/** Reads to the end. */
const drained = async (reader: ReadableStreamDefaultReader<Uint8Array> | undefined) => {
  while ((await reader?.read())?.done === false);
}
