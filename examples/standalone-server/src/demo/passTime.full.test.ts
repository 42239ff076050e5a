import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  cleanUp,
  eventually,
  type RunningServer,
  runServer,
  temporaryFolder
} from "../testing/runServer.ts"

afterAll(cleanUp)

const day = 86_400_000

/** Presses the shop's button, with an origin. */
const goAhead = async ({ printed: { url } }: RunningServer, span: string, origin = url) => {
  const response = await fetch(`${url}/shop/subscriptions/any/time`, {
    method: "POST",
    headers: { Origin: origin },
    body: new URLSearchParams({ span }),
    redirect: "manual"
  })
  return response.status
}

/** Returns the number of days from now to a payment's creation. */
const daysAhead = (created: unknown) =>
  Math.floor((Date.parse(String(created)) - Date.now()) / day + 0.5)

describe("time that the demo shop moves ahead", () => {
  const database = join(temporaryFolder(), "payloom.db")
  let server: RunningServer
  beforeAll(async () => {
    server = await runServer(["--database", database])
  })

  it("is moved only from the shop's own page, and only by the spans of its buttons", async () => {
    expect(await goAhead(server, "month", "https://elsewhere.example")).toBe(403)
    expect(await goAhead(server, "century")).toBe(303)
    expect(existsSync(`${database}.clock`)).toBe(false)
    expect(daysAhead((await server.pay("approved")).json.created)).toBe(0)
  })

  it("runs the jobs that fall due", async () => {
    const { id, status } = (await server.pay("pending")).json
    expect(status).toBe("processing")
    expect(await goAhead(server, "day")).toBe(303)
    expect((await server.get(`/payments/${id}`)).json.status).toBe("succeeded")
    expect(daysAhead((await server.pay("approved")).json.created)).toBe(1)
  })

  it("waits for charges in flight, and loses none", async () => {
    const journalLines = () => readFileSync(`${database}.bank`, "utf8").split("\n").length
    const before = journalLines()
    const answers = ["timeout_charged", "lost_answer"].map((card) => server.pay(card))
    // The bank has both charges, and holds its answers.
    await eventually(async () => journalLines() >= before + 2)
    const moved = [goAhead(server, "week"), goAhead(server, "week")]
    expect(await Promise.all(moved)).toEqual([303, 303])
    for (const answer of answers) {
      const { id } = (await answer).json
      await goAhead(server, "day")
      expect((await server.get(`/payments/${id}`)).json.status).toBe("succeeded")
    }
    expect(daysAhead((await server.pay("approved")).json.created)).toBe(1 + 14 + 2)
  })

  it("keeps its lead after a restart", async () => {
    const before = (await server.pay("approved")).json.created
    await server.stop()
    server = await runServer(["--database", database])
    const after = (await server.pay("approved")).json.created
    expect(String(after) > String(before)).toBe(true)
    expect(daysAhead(after)).toBe(17)
    await server.stop()
  })
})
