import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type OpenConsole, openConsole } from "./testing/openConsole.ts"

describe("a page of another site", () => {
  let opened: OpenConsole
  let subject: string
  beforeAll(async () => {
    opened = await openConsole()
    subject = await opened.pay("approved")
  })
  afterAll(() => opened.close())

  const refunds = async () => (await opened.merchant.payments.listRefunds(subject)).data.length

  const hostile: ReadonlyArray<{
    readonly name: string
    readonly headers: Readonly<Record<string, string | null>>
    readonly status: number
  }> = [
    {
      name: "a form that posts text",
      headers: { "Content-Type": "text/plain" },
      status: 415
    },
    {
      name: "a form that posts fields",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      status: 415
    },
    {
      name: "a form that posts a file",
      headers: { "Content-Type": "multipart/form-data; boundary=x" },
      status: 415
    },
    {
      name: "a form whose type names JSON too",
      headers: { "Content-Type": "text/plain; application/json" },
      status: 415
    },
    {
      name: "two types, of which the first is JSON",
      headers: { "Content-Type": "application/json, text/plain" },
      status: 415
    },
    {
      name: "a token that was planted in this browser, from another site",
      headers: { "Sec-Fetch-Site": "same-site", Origin: "https://evil.shop.example" },
      status: 403
    },
    { name: "no content type", headers: { "Content-Type": null }, status: 415 },
    {
      name: "a content type that begins alike",
      headers: { "Content-Type": "application/jsonx" },
      status: 415
    },
    { name: "another site", headers: { "Sec-Fetch-Site": "cross-site" }, status: 403 },
    { name: "a subdomain", headers: { "Sec-Fetch-Site": "same-site" }, status: 403 },
    { name: "an address bar", headers: { "Sec-Fetch-Site": "none" }, status: 403 },
    {
      name: "another origin without fetch metadata",
      headers: { "Sec-Fetch-Site": null, Origin: "https://evil.example" },
      status: 403
    },
    {
      name: "an opaque origin",
      headers: { "Sec-Fetch-Site": null, Origin: "null" },
      status: 403
    },
    { name: "no origin at all", headers: { "Sec-Fetch-Site": null, Origin: null }, status: 403 },
    { name: "no token", headers: { "console-token": null }, status: 403 },
    { name: "a guessed token", headers: { "console-token": "g".repeat(43) }, status: 403 },
    { name: "no cookie", headers: { Cookie: null }, status: 403 },
    {
      name: "a cookie that a subdomain set",
      headers: { Cookie: `payloom-console=${"t".repeat(43)}` },
      status: 403
    },
    {
      name: "an empty token in both places",
      headers: { Cookie: "__Host-payloom-console=", "console-token": "" },
      status: 403
    }
  ]

  it.each(hostile)("can't refund: $name", async ({ headers, status }) => {
    const response = await opened.act("payments.refund", { subject }, headers)
    expect(response.status).toBe(status)
    expect(await refunds()).toBe(0)
  })

  it("can't read data", async () => {
    for (const site of ["cross-site", "same-site"]) {
      const headers = { "Sec-Fetch-Site": site }
      expect((await opened.get(`${opened.data}/payments`, headers)).status).toBe(403)
      expect((await opened.get(`${opened.data}/live`, headers)).status).toBe(403)
    }
    const { headers } = await opened.get(`${opened.data}/payments`)
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin")
    expect(headers.get("access-control-allow-origin")).toBe(null)
  })

  it("can't refund by another method", async () => {
    for (const method of ["GET", "PUT", "DELETE", "OPTIONS"]) {
      const url = `https://shop.example/console${opened.data}/acts/payments.refund`
      const { status } = await opened.handler(new Request(url, { method }))
      expect([method, status]).toEqual([method, 404])
    }
  })

  it("can't frame the page, and the page runs only its own script", async () => {
    const { headers } = await opened.get("/any/live/payments")
    const policy = headers.get("content-security-policy") ?? ""
    expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-[\w-]{43}'; style-src 'nonce-/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(headers.get("x-frame-options")).toBe("DENY")
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin")
    expect(headers.get("referrer-policy")).toBe("no-referrer")
    expect(headers.get("set-cookie")).toMatch(
      /^__Host-payloom-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/
    )
  })

  it("is let in if a proxy ended TLS: the scheme may differ, and the host may not", async () => {
    const headers = { "Sec-Fetch-Site": null, Host: "shop.example", Origin: "http://shop.example" }
    const response = await opened.act("payments.cancel", { subject: "payment_none" }, headers)
    expect(response.status).toBe(404)
  })

  it("is answered with 413 after 64 KiB of a body", async () => {
    const reason = "x".repeat(70_000)
    expect((await opened.act("payments.refund", { subject, reason })).status).toBe(413)
  })
})
