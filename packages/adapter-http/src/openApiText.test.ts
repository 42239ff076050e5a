import { coreParts } from "@payloom/core"
import { expect, it } from "vitest"
import { openApiDocument, openApiText } from "./openApi.ts"

it("the document is written in slices, and other work goes on meanwhile", async () => {
  const order: Array<string> = []
  setTimeout(() => order.push("other work"), 0)
  const text = await openApiText({ ...coreParts }, "/api")
  order.push("document")
  expect(order).toEqual(["other work", "document"])
  expect(JSON.parse(text)).toEqual({ ...openApiDocument(), servers: [{ url: "/api" }] })
})
