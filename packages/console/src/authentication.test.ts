import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { createConsole } from "./createConsole.ts"
import { withPassword } from "./signIn/withPassword.ts"
import { type OpenConsole, openConsole } from "./testing/openConsole.ts"

describe("authenticate", () => {
  let opened: OpenConsole
  beforeAll(async () => {
    opened = await openConsole()
  })
  afterAll(() => opened.close())

  it("refuses everything with 401 if it returns null, except for the page's files", async () => {
    opened.signIn(null)
    for (const path of ["", "/", "/any/live/payments", "/api/me", `${opened.data}/payments`]) {
      expect([path, (await opened.get(path)).status]).toEqual([path, 401])
    }
    expect((await opened.act("payments.refund", { subject: "payment_1" })).status).toBe(401)
    expect((await opened.get("/assets/icon.svg")).status).toBe(200)
  })

  it("sends a Response in place of the page, and 401 in place of data", async () => {
    const logIn = await openConsole({
      authenticate: () => Response.redirect("https://shop.example/log-in")
    })
    const page = await logIn.get("/any/live/payments")
    expect([page.status, page.headers.get("location")]).toEqual([
      302,
      "https://shop.example/log-in"
    ])
    expect((await logIn.get("/api/me")).status).toBe(401)
    await logIn.close()
  })

  it("limits a person to their tenants", async () => {
    opened.signIn({ tenants: ["tenant_other"] })
    expect((await opened.get(`${opened.data}/payments`)).status).toBe(404)
    expect((await opened.json("/api/me")).tenants).toEqual([])
    opened.signIn({ tenants: [opened.merchant.scope.tenant] })
    expect((await opened.get(`${opened.data}/payments`)).status).toBe(200)
    expect((await opened.json("/api/me")).tenants).toMatchObject([{ modes: ["live", "test"] }])
  })

  it("begins in live mode, or in test mode if only that has merchant accounts", async () => {
    const live = await openConsole({ environment: "both" })
    const { payloom, box, merchant } = live
    const { tenant } = merchant.scope
    expect((await live.json("/api/me")).first).toEqual({ tenant, mode: "test" })
    await payloom.merchant({ tenant, mode: "live" }).routing.createMid({
      name: "main",
      provider: box.provider.name,
      currencies: ["EUR"],
      methods: ["card"],
      credentials: box.accounts.primary
    })
    expect((await live.json("/api/me")).first).toEqual({ tenant, mode: "live" })
    live.signIn({ tenants: [] })
    expect((await live.json("/api/me")).first).toBe(null)
    await live.close()
  })

  it("is reported in the log if it returns no person, and reveals nothing", async () => {
    const wrong: ReadonlyArray<object> = [{ role: "root" }, { id: "" }, { name: "" }]
    for (const fields of wrong) {
      opened.signIn(fields)
      const response = await opened.get("/api/me")
      expect(response.status).toBe(500)
      expect(await response.text()).not.toContain("authenticate")
      expect(String(opened.logs.at(-1)?.cause)).toContain("authenticate must return a user")
    }
  })

  it("may let a request in that a router stripped of the base path, and its 404 says so", async () => {
    opened.signIn({})
    const response = await opened.handler(new Request("https://shop.example/any/live/payments"))
    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringContaining("Mount it with a route that keeps the whole path.")
    ])
  })

  it("is logged with the id of the request if there is no onRequest", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined)
    const silent = createConsole(opened.payloom, {
      basePath: "/console",
      authenticate: () => {
        throw new Error("the store at redis://console:hunter2@cache is down")
      }
    })
    const response = await silent(new Request("https://shop.example/console/api/me"))
    const lines = log.mock.calls.map((call) => call.map(String).join(" "))
    log.mockRestore()
    expect([response.status, lines.length]).toEqual([500, 1])
    expect(lines[0]).toContain(`GET /api/me (${response.headers.get("Request-Id")}) with 500`)
    expect(lines[0]).toMatch(/the store at redis:.+ is down/)
    expect(lines[0]).not.toContain("hunter2")
    silent.close()
  })

  it("is reported in the log if it throws", async () => {
    const broken = await openConsole({
      authenticate: () => {
        throw new Error("the session store is down")
      }
    })
    const response = await broken.get("/any/live/payments")
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain("session store")
    expect(String(broken.logs.at(-1)?.cause)).toContain("session store")
    await broken.close()
  })
})

describe("a password", () => {
  it("is counted by the address of the connection", async () => {
    const password = "a password of the console"
    const { handler, close } = await openConsole({ authenticate: withPassword(password) })
    const at = async (text: string, remoteAddress: string) => {
      const headers = { Authorization: `Basic ${btoa(`Ada:${text}`)}` }
      const environment = { incoming: { socket: { remoteAddress } } }
      return (await handler(new Request("https://shop.example/console", { headers }), environment))
        .status
    }
    for (let tries = 0; tries < 10; tries++) expect(await at("guessed", "192.0.2.7")).toBe(401)
    expect(await at(password, "192.0.2.7")).toBe(429)
    expect(await at(password, "192.0.2.8")).toBe(200)
    await close()
  })
})

describe("the scope of an address", () => {
  it("is refused as unknown if it has no such mode or tenant", async () => {
    const { get, close, merchant } = await openConsole()
    const { tenant } = merchant.scope
    for (const scope of [`${tenant}/prod`, "tenant_none/test", "..%2F/test", `${tenant}/%00`]) {
      expect([scope, (await get(`/api/${scope}/payments`)).status]).toEqual([scope, 404])
    }
    await close()
  })
})
