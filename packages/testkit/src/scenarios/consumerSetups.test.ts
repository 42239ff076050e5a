import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"

const open = auditedShops()

describe("what is wrong with how a consumer is begun", () => {
  it.each([
    ["name", "Fulfilment", {}],
    ["name", "", {}],
    ["name", "a".repeat(65), {}],
    ["from", "fine", { from: "yesterday" }],
    ["concurrency", "fine", { concurrency: 0 }],
    ["timeoutMs", "fine", { timeoutMs: 1.5 }],
    ["types", "fine", { types: ["payment.lost"] }]
  ])("is told by its name: %s", async (param, name, options) => {
    const { events } = (await open()).process().payloom
    const begun = events.consume(name, () => undefined, options as object)
    await expect(begun).rejects.toMatchObject({ _tag: "InvalidInput", param })
  })

  it("is a name that this engine has already", async () => {
    const { events } = (await open()).process().payloom
    await events.consume("one", () => undefined)
    const again = events.consume("one", () => undefined)
    await expect(again).rejects.toMatchObject({ _tag: "InvalidInput", param: "name" })
  })

  it("a replay of what was never parked is refused", async () => {
    const { events } = (await open()).process().payloom
    await expect(events.replay("one", "event_1")).rejects.toMatchObject({
      _tag: "ResourceNotFound"
    })
  })
})
