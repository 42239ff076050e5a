import { existsSync, readdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { testCards } from "@payloom/testkit"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  cleanUp,
  eventually,
  type Reply,
  type RunningServer,
  runServer,
  runServerAsNpm,
  temporaryFolder
} from "./testing/runServer.ts"

afterAll(cleanUp)

const logged = (server: RunningServer) => server.log().split("\n").filter(Boolean)

/** Returns the log lines of a reply's request, which may be written after the reply. */
const linesOf = async (server: RunningServer, { requestId }: Reply, count: number) => {
  const lines = () =>
    logged(server)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line.requestId === requestId)
  await eventually(async () => lines().length >= count)
  return lines()
}

describe.concurrent("the standalone server", () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await runServer(["--database", join(temporaryFolder(), "payloom.db")])
  })

  const statusOf = async (id: unknown) => (await server.get(`/payments/${id}`)).json.status

  it("prints one line of JSON with its url, keys and cards", () => {
    const { url, secret_key, publishable_key, instruments } = server.printed
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(secret_key).toMatch(/^sk_test_/)
    expect(publishable_key).toMatch(/^pk_test_/)
    expect(Object.keys(instruments)).toContain("approved")
    expect(server.printed).not.toHaveProperty("tenant")
  })

  it("takes a payment, declines one, and captures one by hand", async () => {
    const approved = await server.pay("approved")
    expect([approved.status, approved.json.status]).toEqual([200, "succeeded"])
    const declined = await server.pay("insufficient_funds")
    expect([declined.status, declined.json.status]).toEqual([200, "declined"])
    expect(declined.json.decline).toMatchObject({ code: "insufficient_funds" })
    const manual = await server.pay("approved", { capture_method: "manual" })
    expect(manual.json.status).toBe("authorized")
    const capture = await server.post(`/payments/${manual.json.id}/capture`)
    expect([capture.status, capture.json.status]).toEqual([200, "pending"])
    await eventually(async () => (await statusOf(manual.json.id)) === "succeeded")
    const refund = await server.post(`/payments/${manual.json.id}/refunds`, { amount: "250" })
    expect(refund.json.status).toBe("pending")
    await eventually(async () => (await statusOf(manual.json.id)) === "partially_refunded")
  })

  it("answers a repeated key with the same bytes, marked as a replay", async () => {
    const first = await server.pay("approved", {}, "the same key")
    const second = await server.pay("approved", {}, "the same key")
    expect([first.replayed, second.replayed]).toEqual([false, true])
    expect(second.text).toBe(first.text)
    const other = await server.pay("approved", { amount: "1" }, "the same key")
    expect([other.status, other.json.error]).toMatchObject([409, { code: "idempotency_error" }])
  })

  it("settles a charge without an answer by itself", async () => {
    const payment = await server.pay("timeout_charged")
    expect(payment.json.status).toBe("processing")
    await eventually(async () => (await statusOf(payment.json.id)) === "succeeded")
  })

  it("logs the cause of a provider's failure with the request's id", async () => {
    const payment = await server.pay("lost_answer")
    expect([payment.status, payment.json.status]).toEqual([200, "processing"])
    expect(payment.text).not.toContain("connection broke")
    expect(await linesOf(server, payment, 2)).toMatchObject([
      { level: "error", cause: expect.stringContaining("sandbox: the connection broke") },
      { level: "info", operation: "createPayment", status: 200 }
    ])
  })

  it("logs the cause of a storage failure with the request's id", async () => {
    const database = join(temporaryFolder(), "payloom.db")
    const broken = await runServer(["--database", database])
    await broken.pay("approved")
    const meddler = new DatabaseSync(database, { timeout: 5000 })
    meddler.exec("ALTER TABLE payments RENAME TO stolen")
    meddler.close()
    const refused = await broken.get("/payments")
    expect([refused.status, refused.json.error]).toMatchObject([
      503,
      { code: "storage_unavailable", request_id: refused.requestId }
    ])
    expect(refused.text).not.toContain("no such table")
    expect(await linesOf(broken, refused, 1)).toMatchObject([
      { level: "error", status: 503, cause: expect.stringContaining("no such table") }
    ])
    await broken.kill()
  })

  it("writes no key and no card number to its log", async () => {
    await server.pay("approved")
    await server.get("/payments/nothing")
    await server.get(`/payments/${testCards.approved.number}`)
    await server.post("/payments", { card: testCards.approved.number })
    await server.pay("approved", { metadata: { card: testCards.approved.number } })
    await eventually(async () => logged(server).length > 4)
    for (const line of logged(server)) expect(() => JSON.parse(line)).not.toThrow()
    const log = server.log()
    expect(log).not.toMatch(/[sp]k_(test|live)_/)
    // Scanners of logs look for such numbers.
    expect(log).not.toMatch(/\d{13,19}/)
  })

  it("keeps tenant, keys and payments after a restart", async () => {
    const database = join(temporaryFolder(), "payloom.db")
    const before = await runServer(["--database", database])
    const { id } = (await before.pay("approved")).json
    expect(await before.stop()).toBe(0)
    const after = await runServer(["--database", database])
    expect({ ...after.printed, url: "" }).toEqual({ ...before.printed, url: "" })
    expect((await after.get(`/payments/${id}`)).json.status).toBe("succeeded")
    await after.kill()
  })

  it("leaves nothing behind with --ephemeral", async () => {
    const scratch = temporaryFolder()
    const ephemeral = await runServer(["--ephemeral"], { TMPDIR: scratch })
    expect((await ephemeral.pay("approved")).json.status).toBe("succeeded")
    expect(readdirSync(scratch)).toHaveLength(1)
    expect(await ephemeral.stop()).toBe(0)
    expect(readdirSync(scratch)).toEqual([])
    expect(existsSync(join(tmpdir(), "payloom.db"))).toBe(false)
  })

  it("finishes requests in flight on a signal, and exits with 0", async () => {
    const stopping = await runServer(["--database", join(temporaryFolder(), "payloom.db")])
    const slow = stopping.pay("timeout_charged")
    const quick = await stopping.pay("approved")
    expect(quick.status).toBe(200)
    const stopped = stopping.stop()
    expect((await slow).json.status).toBe("processing")
    expect(await stopped).toBe(0)
    await expect(stopping.get("/health")).rejects.toThrow()
  })

  it("stops when the npm that started it ends", async () => {
    const started = await runServerAsNpm(["--database", join(temporaryFolder(), "payloom.db")])
    const slow = started.pay("timeout_charged")
    expect((await started.pay("approved")).status).toBe(200)
    const stopped = started.stop()
    expect((await slow).json.status).toBe("processing")
    // The pipes close when the server has ended, long after the shell.
    await stopped
    expect(started.log()).toContain("npm has ended")
    await expect(started.get("/health")).rejects.toThrow()
  })
})
