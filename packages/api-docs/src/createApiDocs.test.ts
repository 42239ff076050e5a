import { createHandler } from "@payloom/adapter-http"
import { Payloom } from "@payloom/core"
import { memory, sandbox } from "@payloom/testkit"
import { describe, expect, it, vi } from "vitest"
import type { ApiDocsOptions } from "./ApiDocsOptions.ts"
import { createApiDocs } from "./createApiDocs.ts"

const payloom = await Payloom.make({ ...sandbox().setup, storage: memory() })

const docs = createApiDocs({
  handler: createHandler(payloom, { basePath: "/api" }),
  apiPath: "/api",
  basePath: "/docs"
})

const get = (path: string, headers: Readonly<Record<string, string>> = {}, of = docs) =>
  of(new Request(`https://shop.example${path}`, { headers }))

describe("the page of the API", () => {
  it("runs its own script only, sends to its own origin only, and can't be framed", async () => {
    const page = await get("/docs")
    expect(page.headers.get("x-frame-options")).toBe("DENY")
    expect(page.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    )
    expect(await page.text()).not.toMatch(/<script>|<style>| style=| on\w+=/)
  })

  it("names files that exist, and that browsers keep", async () => {
    const html = await (await get("/docs")).text()
    const paths = [...html.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)]
    expect(paths.length).toBe(2)
    for (const [, path = ""] of paths) {
      const file = await get(path, { "accept-encoding": "gzip, br" })
      expect([path, file.status]).toEqual([path, 200])
      expect(file.headers.get("cache-control")).toContain("immutable")
      expect(file.headers.get("content-encoding")).toBe("gzip")
    }
  })

  it("serves the handler's document, compressed or not, and says if it is unchanged", async () => {
    const plain = await get("/docs/openapi.json")
    expect(await plain.json()).toMatchObject({ servers: [{ url: "/api" }] })
    const zipped = await get("/docs/openapi.json", { "accept-encoding": "gzip" })
    const unzipped = zipped.body?.pipeThrough(new DecompressionStream("gzip"))
    expect(await new Response(unzipped).json()).toMatchObject({ openapi: "3.1.0" })
    const tag = plain.headers.get("etag") ?? ""
    const again = await get("/docs/openapi.json", { "if-none-match": tag })
    expect([again.status, await again.text()]).toEqual([304, ""])
    const several = await get("/docs/openapi.json", { "if-none-match": `"old" , ${tag}\t, "x"` })
    expect(several.status).toBe(304)
  })

  it("reads a long list of tags in linear time", async () => {
    const ofSpaces = async (count: number) => {
      const headers = { "if-none-match": `"a${" ".repeat(count)}b"` }
      const times = []
      for (let nth = 0; nth < 10; nth++) {
        const before = performance.now()
        await get("/docs/openapi.json", headers)
        times.push(performance.now() - before)
      }
      return Math.min(...times)
    }
    await ofSpaces(10)
    // A regular expression that begins with any whitespace took the square of the length.
    expect(await ofSpaces(100_000)).toBeLessThan(500)
  })

  it("lets no server compress a file again", async () => {
    const [, script = ""] = /src="([^"]+)"/.exec(await (await get("/docs")).text()) ?? []
    for (const path of ["/docs/openapi.json", script]) {
      expect((await get(path)).headers.get("cache-control")).toMatch(/, no-transform$/)
    }
  })

  it("unpacks a file once, however many clients take no gzip", async () => {
    const own = createApiDocs({ document: { openapi: "3.1.0" }, basePath: "/docs" })
    await get("/docs/openapi.json", {}, own)
    const unpack = vi.spyOn(globalThis, "DecompressionStream")
    for (let times = 0; times < 3; times++) {
      expect(await (await get("/docs/openapi.json", {}, own)).text()).toBe('{"openapi":"3.1.0"}')
    }
    expect(unpack).not.toHaveBeenCalled()
    unpack.mockRestore()
  })

  it("does not compress for a client that refuses gzip", async () => {
    const answer = await get("/docs/openapi.json", { "accept-encoding": "gzip;q=0, br" })
    expect(answer.headers.get("content-encoding")).toBeNull()
  })

  it("shows a document without a handler", async () => {
    const own = createApiDocs({ document: { openapi: "3.1.0" }, basePath: "/a/b" })
    expect(await (await get("/a/b/openapi.json", {}, own)).json()).toEqual({ openapi: "3.1.0" })
    expect((await get("/a/b/", {}, own)).status).toBe(200)
  })

  it("reads the document again after a failure", async () => {
    let answers = [503, 200]
    const handler = async () => {
      const [status = 200, ...rest] = answers
      answers = rest
      return new Response("{}", { status })
    }
    const own = createApiDocs({ handler, basePath: "/docs" })
    await expect(get("/docs/openapi.json", {}, own)).rejects.toThrow(
      "The handler answered 503 at /openapi.json: set apiPath to the basePath of the handler."
    )
    expect((await get("/docs/openapi.json", {}, own)).status).toBe(200)
  })

  it("answers 404 for other paths, and 405 for changes", async () => {
    for (const path of ["/docs/assets/..%2f", "/docs/assets/", "/docs/other", "/docsx", "/"]) {
      expect([path, (await get(path)).status]).toEqual([path, 404])
    }
    const request = new Request("https://shop.example/docs", { method: "POST" })
    const changed = await docs(request)
    expect([changed.status, changed.headers.get("allow")]).toEqual([405, "GET, HEAD"])
  })

  it("answers HEAD without a body", async () => {
    const request = new Request("https://shop.example/docs/openapi.json", { method: "HEAD" })
    const answer = await docs(request)
    expect([answer.status, await answer.text()]).toEqual([200, ""])
  })

  it("contains the licences of its renderer", async () => {
    const text = await (await get("/docs/assets/licenses.txt")).text()
    expect(text).toContain("Apache License")
  })
})

describe("createApiDocs", () => {
  const handler = async () => new Response("{}")
  const wrong: ReadonlyArray<readonly [given: unknown, complaint: RegExp]> = [
    [undefined, /createApiDocs takes options/],
    [{ handler }, /options\.basePath must be a path such as \/docs/],
    [{ handler, basePath: "/docs/" }, /options\.basePath/],
    [{ handler, basePath: '/"><b' }, /options\.basePath/],
    [{ basePath: "/docs" }, /either handler or document/],
    [{ basePath: "/docs", handler, document: {} }, /either handler or document/],
    [{ basePath: "/docs", handler: "/api" }, /options\.handler must be the function/],
    [{ basePath: "/docs", document: "{}" }, /options\.document must be an OpenAPI document/],
    [{ basePath: "/docs", handler, apiPath: "api" }, /options\.apiPath/],
    [{ basePath: "/docs", handler, allowLiveKeys: "no" }, /options\.allowLiveKeys/],
    [{ basePath: "/docs", handler, base: "/" }, /options\.base is unknown/]
  ]

  it.each(wrong)("refuses %o and names the wrong option", (given, complaint) => {
    expect(() => createApiDocs(given as ApiDocsOptions)).toThrow(complaint)
  })
})
