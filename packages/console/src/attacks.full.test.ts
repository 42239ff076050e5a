import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { allActs, allReads } from "./rooms.ts"
import { type OpenConsole, openConsole } from "./testing/openConsole.ts"

const closed = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin"
}

describe("an attacker", () => {
  let opened: OpenConsole
  /** Another merchant, with a payment. */
  let other: Awaited<ReturnType<OpenConsole["box"]["openShop"]>>
  let payment: string
  beforeAll(async () => {
    opened = await openConsole({ isReporting: true })
    payment = await opened.pay("approved")
    other = await opened.box.openShop(opened.payloom, { reference: "other" })
    await opened.work()
  })
  afterEach(() => {
    opened.signIn({})
    vi.useRealTimers()
  })
  afterAll(() => opened.close())

  const { tenant, mode } = { tenant: () => opened.merchant.scope.tenant, mode: "test" }
  const pathOf = (path: string, id: string) => path.replace(":id", encodeURIComponent(id))

  it("who may not see a merchant gets none of its data, streams and acts", async () => {
    opened.signIn({ tenants: [other.scope.tenant] })
    for (const path of ["/live", ...allReads.map((read) => pathOf(read.path, payment))]) {
      expect([path, (await opened.get(`${opened.data}${path}`)).status]).toEqual([path, 404])
    }
    for (const name of allActs.keys()) {
      const { status } = await opened.act(name, { subject: payment })
      expect([name, status]).toEqual([name, 404])
    }
  })

  it("gets nothing of a merchant under the address of another merchant or mode", async () => {
    const elsewhere = [`/api/${other.scope.tenant}/${mode}`, `/api/${tenant()}/live`]
    for (const data of elsewhere) {
      for (const { path } of allReads.filter((read) => read.path.includes(":id"))) {
        const response = await opened.get(`${data}${pathOf(path, payment)}`)
        const text = await response.text()
        expect([path, text.includes("12.50") || text.includes("1250")]).toEqual([path, false])
      }
    }
    const { status } = await opened.actIn(other.scope, "payments.refund", { subject: payment })
    expect(status).toBe(404)
  })

  it("changes nothing by a link: no read writes to the audit log or records an event", async () => {
    const { merchant } = opened
    const before = [await merchant.audit.list({}), await merchant.events.list({ limit: 100 })]
    for (const { path } of allReads) {
      await (await opened.get(`${opened.data}${pathOf(path, payment)}`)).body?.cancel()
    }
    const after = [await merchant.audit.list({}), await merchant.events.list({ limit: 100 })]
    expect(after).toEqual(before)
  })

  it("reads no data from another site by another spelling of its path", async () => {
    const spellings = [
      "/%61pi/me",
      "/api/%6de",
      "/api%2Fme",
      "/./api/me",
      "/x/../api/me",
      "//api/me"
    ]
    for (const path of spellings) {
      const response = await opened.get(path, { "Sec-Fetch-Site": "cross-site" })
      const text = await response.text()
      expect([path, text.includes(`"role"`)]).toEqual([path, false])
    }
    for (const url of ["/CONSOLE/api/me", "/consolex/api/me", "//console/api/me"]) {
      const response = await opened.handler(new Request(`https://shop.example${url}`))
      expect([url, response.status]).toEqual([url, 404])
    }
  })

  it("is never redirected by the console, whatever the address", async () => {
    for (const path of [
      "//evil.example",
      "/%2f%2fevil.example",
      "/\\evil.example",
      "/?to=//evil"
    ]) {
      const { status, headers } = await opened.get(path)
      expect([path, status, headers.get("location")]).toEqual([path, 200, null])
    }
  })

  it("adds no header and no line to a log by the text of an address", async () => {
    const text = "%0d%0aSet-Cookie:%20stolen=1"
    for (const path of [`/assets/${text}`, `/${text}`, `${opened.data}/payments/${text}`]) {
      const { headers } = await opened.get(path)
      expect(headers.get("set-cookie") ?? "").not.toContain("stolen")
      expect(opened.logs.at(-1)?.path).not.toMatch(/\p{Cc}/u)
    }
  })

  it("frames, sniffs and caches no answer, whether it is data, a page or a refusal", async () => {
    const answers = {
      page: await opened.get("/any/test/payments"),
      data: await opened.get(`${opened.data}/payments`),
      file: await opened.get(`${opened.data}/payments.csv`),
      live: await opened.get(`${opened.data}/live`),
      unknown: await opened.get("/api/none"),
      foreign: await opened.get("/api/me", { "Sec-Fetch-Site": "cross-site" }),
      refused: await opened.act("payments.refund", { subject: "payment_none" })
    }
    for (const [name, { headers, body }] of Object.entries(answers)) {
      await body?.cancel()
      expect([name, Object.fromEntries(headers)]).toMatchObject([name, closed])
      expect([name, headers.get("cache-control")]).toEqual([name, "no-store"])
      expect([name, headers.get("content-security-policy")]).toEqual([
        name,
        expect.stringContaining("frame-ancestors 'none'")
      ])
    }
  })

  it("changes no prototype by names of fields and filters", async () => {
    const fields = `{"subject":"${payment}","idempotencyKey":"a","__proto__":{"role":"admin"}}`
    const body = JSON.parse(fields) as object
    expect((await opened.act("payments.refund", body)).status).toBe(400)
    const input = JSON.parse(`{"__proto__":{"amount":"1"},"constructor":{}}`) as object
    expect((await opened.act("payments.refund", { subject: payment, input })).status).toBe(422)
    for (const name of ["__proto__", "constructor"]) {
      const acted = await opened.act(name, { subject: payment })
      expect([name, acted.status]).toEqual([name, 404])
      const filter = `${name}=1&metadata=${name}%3D1&text=${name}&actor=${name}&days=${name}`
      for (const { path } of allReads) {
        const address = `${opened.data}${pathOf(path, name)}?${filter}`
        const { status, body } = await opened.get(address)
        await body?.cancel()
        expect([path, name, status < 500]).toEqual([path, name, true])
      }
    }
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it("gets an answer, and no failure, for texts that are long or that no database can have", async () => {
    const texts = ["x".repeat(100_000), `%00\u{1f4b3}%ed%a0%80' OR 1=1 --`]
    const names = ["text", "startingAfter", "customer", "actor", "subject", "endpoint"]
    for (const { path } of allReads) {
      for (const text of texts) {
        const query = names.map((name) => `${name}=${text}`).join("&")
        const address = `${opened.data}${path.replace(":id", text)}?${query}`
        const { status, body } = await opened.get(address)
        await body?.cancel()
        expect([path, text.slice(0, 20), status < 500]).toEqual([path, text.slice(0, 20), true])
      }
    }
  })

  it("gets a refusal, and no failure, for a body that is nested deeply", async () => {
    const deep = (open: string, close: string) => open.repeat(10_000) + close.repeat(10_000)
    for (const input of [deep("[", "]"), deep(`{"a":`, "}").replace(":}", ":1}")]) {
      const body = `{"subject":"${payment}","idempotencyKey":"k","input":${input}}`
      for (const name of [
        "payments.refund",
        "webhooks.create",
        "routing.setRules",
        "plans.update"
      ]) {
        const { status } = await opened.actText(name, body)
        expect([name, status >= 400 && status < 500]).toEqual([name, true])
      }
    }
  })

  it("keeps no request open by sending its body slowly", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("{"))
    })
    const answer = opened.actText("payments.refund", endless)
    for (let waited = 0; waited < 20; waited += 1) await vi.advanceTimersByTimeAsync(1000)
    expect((await answer).status).toBe(503)
  })
})
