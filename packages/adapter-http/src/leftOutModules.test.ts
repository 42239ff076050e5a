import { Payloom } from "@payloom/core"
import { memory, sandbox } from "@payloom/testkit"
import { afterAll, describe, expect, it } from "vitest"
import { createHandler } from "./createHandler.ts"
import { openApiDocument } from "./openApi.ts"

const payloom = await Payloom.make({
  ...sandbox().setup,
  storage: memory(),
  workers: false,
  without: ["billing", "checkout"]
})
afterAll(() => payloom.close())

const handle = createHandler(payloom)

interface Document {
  readonly paths: Readonly<Record<string, unknown>>
  readonly webhooks: Readonly<Record<string, unknown>>
  readonly tags: ReadonlyArray<{ readonly name: string }>
}

const documentOf = async () =>
  (await (await handle(new Request("http://localhost/openapi.json"))).json()) as Document

describe("the handler of an engine without billing and checkout", () => {
  it.each([
    ["POST", "/plans"],
    ["GET", "/subscriptions"],
    ["POST", "/checkout_sessions"],
    ["POST", "/payment_instruments"],
    ["GET", "/session"],
    ["POST", "/v1/session/confirm"],
    ["OPTIONS", "/session"]
  ])("does not find %s %s", async (method, path) => {
    const { status } = await handle(new Request(`http://localhost${path}`, { method }))
    // The path of saved cards has its other operations.
    expect(status).toBe(path === "/payment_instruments" ? 405 : 404)
  })

  it("asks for a key on the paths that are left", async () => {
    const { status } = await handle(new Request("http://localhost/payments"))
    expect(status).toBe(401)
  })

  it("has a document without their paths, tags and events", async () => {
    const { paths, webhooks, tags } = await documentOf()
    expect(Object.keys(paths).filter((path) => /plan|subscription|session/.test(path))).toEqual([])
    expect(Object.keys(webhooks).filter((type) => type.startsWith("subscription"))).toEqual([])
    expect(tags.map(({ name }) => name)).toEqual([
      "Payments",
      "Refunds",
      "Disputes",
      "Customers",
      "Payment instruments",
      "Events",
      "Webhooks"
    ])
  })
})

describe("the document of a whole engine", () => {
  it("is not changed by that of another engine", async () => {
    await documentOf()
    expect(Object.keys(openApiDocument().paths as object)).toContain("/plans")
  })
})
