import { type Change, type ConsumedEvent, ConsumerPartCollection } from "@payloom/core"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"

const open = auditedShops()

/** A consumer's position in a part of the feed. */
interface PartRow {
  readonly part: number
  readonly position: string | null
}

it("a consumer stores its position when it has caught up, not after every hundred events", async () => {
  const positions = new Set<string>()
  const notePositions = (changes: ReadonlyArray<Change>) => {
    for (const { collection, ...change } of changes) {
      if (collection.name !== ConsumerPartCollection.name || !("row" in change)) continue
      const { part, position } = change.row as unknown as PartRow
      if (position !== null) positions.add(`${part}: ${position}`)
    }
  }
  const shop = await open({
    between: (storage) => ({
      ...storage,
      commit: (changes) =>
        Effect.tap(storage.commit(changes), () => Effect.sync(() => notePositions(changes)))
    })
  })
  const { id } = await shop.pay("approved")
  for (let nth = 0; nth < 150; nth++) {
    await shop.until(shop.shop().payments.refund(id, { amount: 1n }, { idempotencyKey: `${nth}` }))
    await shop.work()
  }
  expect((await shop.events(id)).length).toBeGreaterThan(250)
  const seen: Array<string> = []
  const see = (event: ConsumedEvent) => void seen.push(event.id)
  await shop.process().payloom.events.consume("fulfilment", see, { from: "beginning" })
  await shop.work()
  expect(seen.toSorted()).toEqual((await shop.events()).map((event) => event.id).toSorted())
  expect(positions.size).toBe(new Set([...positions].map((told) => told.split(":")[0])).size)
})
