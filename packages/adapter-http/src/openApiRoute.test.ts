import { createHandler } from "@payloom/adapter-http"
import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"

const { payloom } = await openShop()
const handler = createHandler(payloom)

const read = (ifNoneMatch?: string) =>
  handler(
    new Request("http://localhost/openapi.json", {
      headers: ifNoneMatch === undefined ? {} : { "If-None-Match": ifNoneMatch }
    })
  )

describe("the OpenAPI document over HTTP", () => {
  it("has a tag, which a reader's copy is compared with each time", async () => {
    const { status, headers } = await read()
    expect(status).toBe(200)
    expect(headers.get("ETag")).toMatch(/^"[A-Za-z0-9+/]{20}"$/)
    expect(headers.get("Cache-Control")).toBe("no-cache")
  })

  it("is not sent again to a reader that has it", async () => {
    const tag = (await read()).headers.get("ETag") ?? ""
    for (const known of [tag, `W/${tag}`, `"old", ${tag}`, "*"]) {
      const answer = await read(known)
      expect(answer.status).toBe(304)
      expect(await answer.text()).toBe("")
      expect(answer.headers.get("ETag")).toBe(tag)
      expect(answer.headers.get("Cache-Control")).toBe("no-cache")
    }
  })

  it("is sent to a reader that has an older one", async () => {
    const answer = await read('"old"')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) })
  })

  it("has another tag if its content differs", async () => {
    const below = createHandler(payloom, { basePath: "/payments-api" })
    const other = await below(new Request("http://localhost/payments-api/openapi.json"))
    expect(other.headers.get("ETag")).not.toBe((await read()).headers.get("ETag"))
  })
})
