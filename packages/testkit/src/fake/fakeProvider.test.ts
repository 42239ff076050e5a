import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import { text } from "node:stream/consumers"
import { describe, expect, it, onTestFinished } from "vitest"
import {
  breakableConnection,
  fakeFaults,
  fakeWebhooks,
  harnessFaults,
  meetFault,
  onLoopback,
  seededRandom
} from "./index.ts"

describe("a fake provider's faults", () => {
  const openFake = async () => {
    const faults = fakeFaults(seededRandom("faults"))
    const carriedOut: Array<string> = []
    const server = createServer((request, response) => {
      const answer = async () => {
        const fault = faults.faultOf(request.url === "/lookup" ? "lookup" : "charge")
        if (await meetFault(fault, "before", response)) return
        carriedOut.push(fault?._tag ?? "well")
        if (await meetFault(fault, "after", response)) return
        response.end("{}")
      }
      void answer()
    })
    const { url, close } = await onLoopback(server)
    onTestFinished(close)
    const call = (path = "/charge") =>
      fetch(`${url}${path}`).then(
        async (response) => {
          await response.text()
          return response.status
        },
        () => "nothing" as const
      )
    return { faults, carriedOut, call, url, server }
  }

  it("are none at first", async () => {
    const { call, carriedOut } = await openFake()
    expect([await call(), carriedOut]).toEqual([200, ["well"]])
  })

  it.each([
    [{ _tag: "drops_before" }, "nothing", []],
    [{ _tag: "drops_after" }, "nothing", ["drops_after"]],
    [{ _tag: "resets_before" }, "nothing", []],
    [{ _tag: "resets_after" }, "nothing", ["resets_after"]],
    [{ _tag: "fails_before", status: 429 }, 429, []],
    [{ _tag: "fails_after", status: 502 }, 502, ["fails_after"]],
    [{ _tag: "holds_before", ms: 20 }, 200, ["holds_before"]],
    [{ _tag: "holds_after", ms: 20 }, 200, ["holds_after"]]
  ] as const)("end one call as planned: %o", async (fault, answered, done) => {
    const { faults, call, carriedOut } = await openFake()
    faults.next(fault)
    expect([await call(), carriedOut]).toEqual([answered, done])
    expect(await call()).toBe(200)
  })

  it("carry a held call out late, even if its caller is gone", async () => {
    const { faults, carriedOut, url, server } = await openFake()
    faults.next({ _tag: "holds_before", ms: 60 })
    const leaving = new AbortController()
    const calling = fetch(url, { signal: leaving.signal })
    await once(server, "request")
    expect(carriedOut).toEqual([])
    leaving.abort()
    await expect(calling).rejects.toThrow("aborted")
    await expect.poll(() => carriedOut).toEqual(["holds_before"])
  })

  it("wait for a call of their own kind", async () => {
    const { faults, call } = await openFake()
    faults.next({ _tag: "fails_before", status: 500 }, "lookup")
    expect([await call(), await call("/lookup"), await call("/lookup")]).toEqual([200, 500, 200])
  })

  it("come by chance only to calls that move money, and are the same for the same seed", async () => {
    const { faults, call } = await openFake()
    const chances = { drops_before: 0.3, fails_after: 0.3 }
    const twenty = async () => {
      faults.chances(chances, seededRandom("again"))
      const answers: Array<unknown> = []
      for (let each = 0; each < 20; each += 1) answers.push(await call())
      return answers
    }
    const first = await twenty()
    expect(new Set(first)).toEqual(new Set([200, 502, "nothing"]))
    expect(await twenty()).toEqual(first)
    faults.chances({ drops_before: 1 })
    expect(await call("/lookup")).toBe(200)
  })

  it("are counted by their name if they come by chance", async () => {
    const { faults, call } = await openFake()
    faults.chances({ fails_after_500: 1 })
    expect([await call(), await call(), await call("/lookup")]).toEqual([500, 500, 200])
    faults.chances({ resets_before: 1 })
    faults.next({ _tag: "drops_before" })
    expect([await call(), await call()]).toEqual(["nothing", "nothing"])
    expect(faults.met()).toEqual({ fails_after_500: 2, resets_before: 1 })
  })

  it("break all calls until they are cleared, except the spared kinds", async () => {
    const { faults, call } = await openFake()
    faults.breakDown(503, ["lookup"])
    expect([await call(), await call(), await call("/lookup")]).toEqual([503, 503, 200])
    faults.breakDown("drops")
    expect([await call(), await call("/lookup")]).toEqual(["nothing", "nothing"])
    faults.clear()
    expect(await call()).toBe(200)
  })
})

describe("a breakable connection", () => {
  const openConnection = async () => {
    const { url, close } = await onLoopback(createServer((_, response) => response.end()))
    onTestFinished(close)
    const connection = breakableConnection(url)
    const send = connection.over(fetch)
    const isAnswered = (method: string) =>
      send(`${url}/charge`, { method }).then(
        ({ ok }) => ok,
        () => false
      )
    return { connection, isAnswered }
  }

  it("refuses the next POST, and no GET", async () => {
    const { connection, isAnswered } = await openConnection()
    connection.refuseNext()
    const answers = [await isAnswered("GET"), await isAnswered("POST"), await isAnswered("POST")]
    expect(answers).toEqual([true, false, true])
  })

  it("refuses at a port that no server of another test is given", async () => {
    const sent: Array<string> = []
    const connection = breakableConnection("http://127.0.0.1:40000")
    const send = connection.over(async (address) => {
      sent.push(String(address))
      return new Response()
    })
    connection.refuseAll()
    await send("http://127.0.0.1:40000/charge", { method: "POST" })
    expect(Number(new URL(String(sent)).port)).toBeLessThan(1024)
  })

  it("refuses all requests until it is restored", async () => {
    const { connection, isAnswered } = await openConnection()
    const faults = harnessFaults(fakeFaults(seededRandom("line")), connection)
    await faults.breaksDown?.("refusesConnection")
    expect([await isAnswered("GET"), await isAnswered("POST")]).toEqual([false, false])
    await faults.clear()
    expect(await isAnswered("POST")).toBe(true)
  })
})

describe("a fake provider's webhooks", () => {
  const openEndpoint = async (statusOf: (nth: number) => number = () => 200) => {
    const taken: Array<{ readonly body: string; readonly signature: unknown }> = []
    let times = 0
    const take = async (request: IncomingMessage) => {
      const body = await text(request)
      times += 1
      const status = statusOf(times)
      if (status === 200) taken.push({ body, signature: request.headers.signature })
      return status
    }
    const { url, close } = await onLoopback(
      createServer((request, response) => {
        void take(request).then((status) => response.writeHead(status).end())
      })
    )
    onTestFinished(close)
    let signed = 0
    const webhooks = fakeWebhooks<string>({
      random: seededRandom("webhooks"),
      sign: (account, body) => {
        signed += 1
        return { headers: { signature: `${account} ${signed}` }, body }
      }
    })
    onTestFinished(webhooks.close)
    webhooks.sendTo("shop", url)
    return { webhooks, taken, tries: () => times }
  }

  it("are signed, kept, and posted to the URL of their account", async () => {
    const { webhooks, taken } = await openEndpoint()
    webhooks.send("shop", "paid")
    webhooks.send("another", "paid")
    expect(taken).toEqual([])
    await webhooks.idle()
    expect(taken).toEqual([{ body: "paid", signature: "shop 1" }])
    expect([webhooks.all("shop"), webhooks.all("another")]).toEqual([["paid"], ["paid"]])
  })

  it("are posted again with a new signature until they are taken", async () => {
    const { webhooks, taken, tries } = await openEndpoint((nth) => (nth < 3 ? 500 : 200))
    webhooks.send("shop", "paid")
    await webhooks.idle()
    expect([tries(), taken]).toEqual([3, [{ body: "paid", signature: "shop 3" }]])
  })

  it("come twice and late if they have these faults", async () => {
    const { webhooks, taken } = await openEndpoint()
    webhooks.setFaults({ duplicates: 1, lateByMs: 40 })
    const sent = ["1", "2", "3", "4", "5", "6"]
    for (const event of sent) webhooks.send("shop", event)
    await webhooks.idle()
    const bodies = taken.map(({ body }) => body)
    expect(bodies.toSorted()).toEqual([...sent, ...sent].toSorted())
    expect(bodies).not.toEqual(bodies.toSorted())
    expect(webhooks.met()).toEqual({ duplicates: 6, late: 12 })
  })

  it("come before the answer of their call if the test wants it", async () => {
    const { webhooks, taken } = await openEndpoint()
    webhooks.send("shop", "1")
    await webhooks.beforeAnswer()
    expect(taken).toEqual([])
    webhooks.setFaults({ beforeAnswer: true })
    webhooks.send("shop", "2")
    await webhooks.beforeAnswer()
    expect(taken).toHaveLength(2)
  })

  it("are not posted after the fake is closed", async () => {
    const { webhooks, taken } = await openEndpoint()
    webhooks.close()
    webhooks.send("shop", "paid")
    await webhooks.idle()
    expect(taken).toEqual([])
  })
})
