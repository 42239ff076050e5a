import { createHash } from "node:crypto"
import { get, type IncomingHttpHeaders } from "node:http"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { languageFiles, portalLanguageFiles } from "@payloom/checkout/languages"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cleanUp, type RunningServer, runServer, temporaryFolder } from "./testing/runServer.ts"

const decoders = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body: Buffer) => body
} as const

const encodingOf = ({ "content-encoding": encoding }: IncomingHttpHeaders) =>
  encoding === "br" || encoding === "gzip" ? encoding : "identity"

describe("the pages of the standalone server", () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await runServer(["--database", join(temporaryFolder(), "payloom.db")])
  })
  afterAll(cleanUp)

  const fetchPage = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${server.printed.url}${path}`, { redirect: "manual", ...init })
    const { headers, status } = response
    const policy = headers.get("content-security-policy") ?? ""
    return { status, headers, policy, text: await response.text() }
  }

  /** Returns the raw response, which `fetch` doesn't show. */
  const rawGet = (path: string, accepted: string) =>
    new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const headers = accepted === "" ? {} : { "Accept-Encoding": accepted }
      get(`${server.printed.url}${path}`, { headers }, (response) => {
        const parts: Array<Buffer> = []
        response.on("data", (part: Buffer) => parts.push(part))
        response.on("end", () => resolve({ headers: response.headers, body: Buffer.concat(parts) }))
      }).on("error", reject)
    })

  /** Returns the origins of this server and of the merchant. */
  const merchants = () => `'self' http://localhost:8080 http://127.0.0.1:8080 ${server.printed.url}`

  it.each([
    ["/", () => "'none'"],
    ["/pay/checkout_of_any_kind", merchants],
    ["/manage/portal_of_any_kind", merchants],
    ["/card-fields", merchants],
    ["/sandbox/3ds/any", merchants],
    ["/sandbox/bank/any", () => "'none'"]
  ])(
    "at %s have a strict policy, and limit the pages that may frame them",
    async (path, ancestors) => {
      const { status, headers, policy } = await fetchPage(path)
      expect(status).toBe(path.includes("bank") ? 404 : 200)
      const frames = `frame-ancestors ${ancestors()}`
      expect(policy.split("; ")).toEqual(
        expect.arrayContaining(["default-src 'none'", "base-uri 'none'", frames])
      )
      expect(policy).not.toMatch(/unsafe|\*|https?:(?!\/\/(127\.0\.0\.1|localhost))/)
      expect(headers.get("referrer-policy")).toBe("no-referrer")
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("cache-control")).toBe("no-store")
    }
  )

  it("forbid the card fields all connections", async () => {
    const { policy } = await fetchPage("/card-fields")
    expect(policy).toContain("sandbox allow-scripts")
    expect(policy).not.toContain("connect-src")
  })

  it.each(["/", "/pay/any", "/card-fields", "/sandbox/3ds/any", "/sandbox/bank/any"])(
    "at %s load only files of this server, with hashes for scripts and styles",
    async (path) => {
      const { text, policy } = await fetchPage(path)
      expect(text).not.toMatch(/<style[^>]|style=|\son\w+=|<script(?! src)/)
      for (const [, style = ""] of text.matchAll(/<style>(.*?)<\/style>/gs)) {
        expect(policy).toContain(`'sha384-${createHash("sha384").update(style).digest("base64")}'`)
      }
      const loaded = [...text.matchAll(/(?:src|href)="([^"]+)" integrity="([^"]+)"/g)]
      expect(loaded.length).toBe([...text.matchAll(/<script|rel="stylesheet"/g)].length)
      for (const [, file = "", integrity = ""] of loaded) {
        const asset = await fetchPage(file)
        const digest = createHash("sha384").update(asset.text).digest("base64")
        expect(integrity).toBe(`sha384-${digest}`)
        expect(asset.headers.get("cache-control")).toContain("immutable")
        if (file.endsWith(".js")) expect(policy).toContain(`script-src '${integrity}'`)
      }
    }
  )

  it("send files in an accepted encoding, preferably brotli", async () => {
    const { text } = await fetchPage("/pay/any")
    const [, script = ""] = /src="([^"]+\.js)"/.exec(text) ?? []
    const lengths = new Map<string, number>()
    for (const [accepted, encoding] of [
      ["gzip, deflate, br", "br"],
      ["gzip", "gzip"],
      ["br;q=0, gzip;q=0.5", "gzip"],
      ["identity", "identity"],
      ["", "identity"]
    ] as const) {
      const { headers, body } = await rawGet(script, accepted)
      expect([accepted, headers["content-encoding"] ?? "identity"]).toEqual([accepted, encoding])
      expect(headers.vary).toBe("Accept-Encoding")
      expect(decoders[encoding](body).toString()).toContain("payloom-checkout")
      lengths.set(encoding, body.length)
    }
    const [br = 0, gzip = 0, plain = 0] = ["br", "gzip", "identity"].map((name) =>
      lengths.get(name)
    )
    expect(br).toBeLessThan(gzip)
    expect(gzip).toBeLessThan(plain / 2)
  })

  it.each([
    ["/pay/any", "br"],
    ["/card-fields", "identity"],
    ["/", "br"]
  ] as const)(
    "at %s are sent in the encoding %s, because pages below 1 KB aren't compressed",
    async (path, encoding) => {
      const { headers, body } = await rawGet(path, "gzip, br")
      expect(headers["content-encoding"] ?? "identity").toBe(encoding)
      expect(headers["content-security-policy"]).toContain("default-src 'none'")
      expect(decoders[encoding](body).toString()).toContain("<!doctype html>")
    }
  )

  it("send at most 54 KB to a payer, including card fields and the longest language", async () => {
    const accepted = "gzip, deflate, br"
    const [page, cardFields] = [
      await rawGet("/pay/any", accepted),
      await rawGet("/card-fields", accepted)
    ]
    const loaded = [page, cardFields].flatMap(({ headers, body }) => {
      const text = decoders[encodingOf(headers)](body).toString()
      return [...text.matchAll(/(?:src|href)="(\/[^"]+)" integrity/g)].map(([, path = ""]) => path)
    })
    expect(loaded).toHaveLength(3)
    const files = await Promise.all(loaded.map((path) => rawGet(path, accepted)))
    const languages = await Promise.all(
      [...languageFiles.keys()].map((tag) => rawGet(`/assets/languages/${tag}.ftl`, accepted))
    )
    const longest = Math.max(...languages.map(({ body }) => body.length))
    const bytes = [page, cardFields, ...files].map(({ body }) => body.length)
    const sum = bytes.reduce((one, other) => one + other, longest)
    expect(sum, `${bytes.join(" + ")} + ${longest}`).toBeLessThanOrEqual(54_000)
  })

  it("send at most 52 KB of the portal, with the payer's page in it and the longest languages", async () => {
    const accepted = "gzip, deflate, br"
    const scriptOf = async (path: string) => {
      const { text } = await fetchPage(path)
      return /src="(\/assets\/[^"]+)"/.exec(text)?.[1] ?? ""
    }
    const script = await rawGet(await scriptOf("/manage/any"), accepted)
    const longestOf = async (files: ReadonlyMap<string, string>, prefix: string) => {
      const paths = [...files.keys()].map((tag) => `/assets/languages/${prefix}${tag}.ftl`)
      const bodies = await Promise.all(paths.map((path) => rawGet(path, accepted)))
      return Math.max(...bodies.map(({ body }) => body.length))
    }
    const parts = [
      script.body.length,
      await longestOf(languageFiles, ""),
      await longestOf(portalLanguageFiles, "portal-")
    ]
    expect(
      parts.reduce((one, other) => one + other),
      parts.join(" + ")
    ).toBeLessThanOrEqual(52_000)
    expect((await fetchPage(await scriptOf("/pay/any"))).text).not.toContain("payloom-portal")
  })

  it("have their languages as files, which equal the package's", async () => {
    expect(languageFiles.size).toBeGreaterThanOrEqual(20)
    const portal = [...portalLanguageFiles].map(([tag, text]) => [`portal-${tag}`, text] as const)
    for (const [tag, text] of [...languageFiles, ...portal]) {
      const file = await fetchPage(`/assets/languages/${tag}.ftl`)
      expect([tag, file.status, file.text === text]).toEqual([tag, 200, true])
      expect(file.headers.get("content-type")).toBe("text/plain; charset=utf-8")
      expect(file.headers.get("access-control-allow-origin")).toBe("*")
    }
  })

  it.each(["main.js", "languages/xx.ftl", "languages/constructor", "languages/"])(
    "have no other assets such as %s",
    async (name) => {
      expect((await fetchPage(`/assets/${name}`)).status).toBe(404)
    }
  )

  it("have a shop whose button leads to a hosted page of this server", async () => {
    const { status, headers } = await fetchPage("/shop/orders", {
      method: "POST",
      headers: { "Accept-Language": "de-AT,de;q=0.9" }
    })
    expect(status).toBe(303)
    const address = new URL(headers.get("location") ?? "")
    expect(address.origin).toBe(server.printed.url)
    const [, id = ""] = /^\/pay\/(checkout_\w{26})$/.exec(address.pathname) ?? []
    expect([...new URLSearchParams(address.hash.slice(1)).keys()]).toEqual(["token", "key"])
    const session = await server.get(`/checkout_sessions/${id}`)
    expect(session.json).toMatchObject({ amount: "1250", currency: "EUR", locale: "de-AT" })
  })

  it("use the address that --url names", async () => {
    const proxied = await runServer(["--ephemeral", "--url", "https://pay.example/"])
    const session = await proxied.post("/v1/checkout_sessions", {
      publishable_key: proxied.printed.publishable_key,
      success_url: "https://pay.example/shop/orders/1"
    })
    expect(session.json.url).toMatch(/^https:\/\/pay\.example\/pay\/checkout_\w{26}#token=/)
    await proxied.stop()
  })

  it("don't treat a visit of the success page as a payment", async () => {
    const { headers } = await fetchPage("/shop/orders", { method: "POST" })
    const { hash } = new URL(headers.get("location") ?? "")
    const given = new URLSearchParams(hash.slice(1))
    const session = await fetch(`${server.printed.url}/session`, {
      headers: {
        Authorization: `Bearer ${given.get("key")}`,
        "Session-Token": given.get("token") ?? ""
      }
    })
    const { success_url } = (await session.json()) as { readonly success_url: string }
    const { status, text } = await fetchPage(new URL(success_url).pathname)
    expect([status, text.includes("This order is not paid")]).toEqual([200, true])
    expect((await fetchPage("/shop/orders/unknown")).headers.get("location")).toBe("/")
  })
})
