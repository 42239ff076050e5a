import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it, onTestFinished } from "vitest"
import { Interrupts } from "../../command/Interrupts.ts"
import { runLine } from "../../testing/runLine.ts"
import { sandboxStore } from "../../testing/sandboxStore.ts"
import { temporaryFolder } from "../../testing/temporaryFolder.ts"

const store = await sandboxStore(temporaryFolder())

/** Opens a receiver. Returns its URL. */
const receiver = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
}

/** A port on which nobody listens. No program is given a port below 1024 by chance. */
const closedPort = 4

interface Heard {
  readonly code: number
  readonly lines: ReadonlyArray<string>
  readonly stderr: string
}

/** Forwards the events of the store to a URL, until there are so many lines or a receiver says. */
const listen = async (
  url: string,
  { lines = Number.POSITIVE_INFINITY, until = new Promise<void>(() => undefined), more = [""] }
): Promise<Heard> => {
  const interrupts = new Interrupts()
  const enough = Promise.withResolvers<void>()
  let written = 0
  const onWrite = () => {
    written += 1
    if (written >= lines) enough.resolve()
  }
  const args = ["webhooks", "listen", "--forward", url, "--from", "1d", ...more.filter(Boolean)]
  const running = runLine(args, { env: store.env, interrupts, onWrite })
  await Promise.race([enough.promise, until, running])
  interrupts.interrupt()
  const { code, stdout, stderr } = await running
  return { code, lines: stdout.trimEnd().split("\n"), stderr }
}

describe("webhooks listen", () => {
  it("ends at once by Ctrl-C while a receiver doesn't answer, and says so of the event", async () => {
    const asked = Promise.withResolvers<void>()
    const url = await receiver(() => asked.resolve())
    const { code, lines } = await listen(url, { until: asked.promise })
    expect({ code, count: lines.length }).toEqual({ code: 130, count: 1 })
    expect(lines[0]).toContain("no answer (interrupted)")
  })

  it("reads no body: a receiver whose answer never ends holds up no event", async () => {
    const closed: Array<string> = []
    const url = await receiver((request, response) => {
      const piece = "x".repeat(65_536)
      response.writeHead(200)
      const pour = () => {
        while (!response.destroyed && response.write(piece));
      }
      response.on("drain", pour)
      response.on("close", () => closed.push(String(request.headers["webhook-id"])))
      pour()
    })
    const { lines } = await listen(url, { lines: 5 })
    expect(lines.slice(0, 5).every((line) => line.startsWith("HTTP 200"))).toBe(true)
    await expect.poll(() => closed.length).toBeGreaterThanOrEqual(5)
  })

  it("follows no redirect, and sends the signature nowhere else", async () => {
    let elsewhere = 0
    const other = await receiver((_, response) => {
      elsewhere += 1
      response.writeHead(204).end()
    })
    const url = await receiver((_, response) => {
      response.writeHead(307, { location: other }).end()
    })
    const { lines } = await listen(url, { lines: 2 })
    expect(lines[0]).toMatch(/^HTTP 307/)
    expect(elsewhere).toBe(0)
  })

  it("goes on with the next event if nobody listens at the port, and says why", async () => {
    for (const host of ["127.0.0.1", "localhost"]) {
      const { code, lines } = await listen(`http://${host}:${closedPort}/`, { lines: 3 })
      expect(code).toBe(130)
      expect(lines[2]).toMatch(/^no answer \(connect ECONNREFUSED/)
    }
  })

  it("sends each event once, in the order in which they are listed", async () => {
    const got: Array<string> = []
    const url = await receiver((request, response) => {
      got.push(String(request.headers["webhook-id"]))
      response.writeHead(got.length % 3 === 0 ? 500 : 204).end()
    })
    const tail = await runLine(["events", "tail", "--from", "1d", "--once", "--json"], {
      env: store.env
    })
    const ids = tail.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).id)
    expect(ids.length).toBeGreaterThan(10)
    const { lines } = await listen(url, { lines: ids.length, more: ["--json"] })
    expect(got).toEqual(ids)
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(ids)
  })

  it("takes no address with a password, and repeats none", async () => {
    const { code, stderr, stdout } = await runLine(
      ["webhooks", "listen", "--forward", "http://me:pass-word@127.0.0.1:1/"],
      { env: store.env }
    )
    expect(code).toBe(2)
    expect(stderr).toContain("without a user and a password")
    expect(stderr + stdout).not.toContain("pass-word")
  })

  it("prints the address without characters that change a terminal", async () => {
    const url = `http://127.0.0.1:${closedPort}/\u001b[2J\u202e?\u009b`
    const { stderr } = await listen(url, { lines: 1 })
    expect(stderr.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
  })
})
