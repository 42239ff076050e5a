import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"

const open = auditedShops()

describe("an invalid start of a consumer", () => {
  it.each([
    ["name", "Fulfilment", {}],
    ["name", "", {}],
    ["name", "a".repeat(65), {}],
    ["from", "fine", { from: "yesterday" }],
    ["concurrency", "fine", { concurrency: 0 }],
    ["timeoutMs", "fine", { timeoutMs: 1.5 }],
    ["types", "fine", { types: ["payment.lost"] }]
  ])("names the wrong option: %s", async (param, name, options) => {
    const { events } = (await open()).process().payloom
    const begun = events.consume(name, () => undefined, options as object)
    await expect(begun).rejects.toMatchObject({ _tag: "InvalidInput", param })
  })

  it("is refused for a name that this engine already uses", async () => {
    const { events } = (await open()).process().payloom
    await events.consume("one", () => undefined)
    const again = events.consume("one", () => undefined)
    await expect(again).rejects.toMatchObject({ _tag: "InvalidInput", param: "name" })
  })

  it("is refused for a name that is started twice at once, however slow the storage is", async () => {
    const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    const shop = await open({
      between: (storage) => ({
        ...storage,
        commit: (changes) => Effect.andThen(turn, storage.commit(changes))
      })
    })
    const { events } = shop.process().payloom
    const begun = await Promise.allSettled(
      [1, 2, 3].map(() => events.consume("one", () => undefined))
    )
    expect(begun.map(({ status }) => status).toSorted()).toEqual([
      "fulfilled",
      "rejected",
      "rejected"
    ])
  })

  it("is refused for a replay of an event that was never parked", async () => {
    const { events } = (await open()).process().payloom
    await expect(events.replay("one", "event_1")).rejects.toMatchObject({
      _tag: "ResourceNotFound"
    })
  })
})

describe("a consumer that was stopped", () => {
  it("can be stopped again without an effect on the next consumer of its name", async () => {
    const shop = await open()
    const { events } = shop.process().payloom
    const { stop } = await events.consume("one", () => undefined)
    await stop()
    const seen: Array<string> = []
    await events.consume("one", ({ id }) => void seen.push(id))
    await stop()
    await shop.pay("approved")
    await shop.work()
    expect(seen).toHaveLength(1)
  })
})
