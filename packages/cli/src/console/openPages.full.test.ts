import { serveNode } from "@payloom/adapter-http/node"
import { type ConsoleUser, createConsole } from "@payloom/console"
import { Payloom } from "@payloom/core"
import { memory, sandbox } from "@payloom/testkit"
import { Hono } from "hono"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

describe("a page of the console on a server of Node", () => {
  const sessions = new Map<string, ConsoleUser>()
  const box = sandbox()
  let url: string
  let live: string
  let close: () => Promise<void>
  beforeAll(async () => {
    const payloom = await Payloom.make({ ...box.setup, storage: memory(), workers: false })
    const { scope } = await box.openShop(payloom)
    const operators = createConsole(payloom, {
      basePath: "/console",
      authenticate: ({ headers }) => sessions.get(headers.get("cookie") ?? "") ?? null
    })
    const pages = new Hono().all("/console/*", ({ req, env }) => operators(req.raw, env))
    const serving = await serveNode(payloom, { port: 0, graceMs: 1000, pages })
    url = `${serving.url}/console`
    live = `${url}/api/${scope.tenant}/${scope.mode}/live`
    close = async () => {
      operators.close()
      await serving.close()
    }
  })
  afterAll(() => close())

  const open = async (session: string, id = session) => {
    const cookie = `session=${session}`
    sessions.set(cookie, { id, name: id, role: "viewer" })
    const response = await fetch(live, { headers: { cookie } })
    const reader = response.body?.getReader()
    return { status: response.status, reader, signOut: () => sessions.delete(cookie) }
  }
  type Opened = Awaited<ReturnType<typeof open>>

  const drained = async ({ reader }: Opened) => {
    while ((await reader?.read())?.done === false);
    return "ended"
  }

  it("loses its live connection when its person is signed out, and others keep theirs", async () => {
    const [ada, bob] = [await open("ada"), await open("bob")]
    ada.signOut()
    const first = await Promise.race([
      drained(ada).then(() => "ada"),
      drained(bob).then(() => "bob")
    ])
    expect(first).toBe("ada")
    await bob.reader?.cancel()
  })

  it("of a person with all 2000 live pages makes room for a page of somebody else", async () => {
    const own: Array<Opened> = []
    for (let nth = 0; nth < 20; nth += 1) {
      own.push(...(await Promise.all(Array.from({ length: 100 }, () => open("many")))))
    }
    expect(own.filter(({ status }) => status === 200)).toHaveLength(2000)
    expect((await open("many")).status).toBe(503)
    const other = await open("other")
    expect(other.status).toBe(200)
    const [oldest] = own
    if (oldest !== undefined) expect(await drained(oldest)).toBe("ended")
    await Promise.all([...own.slice(1), other].map(({ reader }) => reader?.cancel()))
  })
})
