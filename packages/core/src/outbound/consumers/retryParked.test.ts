import { Effect, Layer, Semaphore } from "effect"
import { expect, it } from "vitest"
import { Entropy } from "../../kernel/ids/Entropy.ts"
import { Ids } from "../../kernel/ids/Moment.ts"
import { Storage, type StoragePort } from "../../platform/storage/Storage.ts"
import type { Consumer } from "./Consumer.ts"
import type { HeldPart } from "./HeldPart.ts"
import { retryParked } from "./retryParked.ts"

/**
 * Retries the parked events of a part that has parked this many. Returns the result and the queries
 * that were made.
 */
const look = (parked: number) => {
  const queried: Array<unknown> = []
  const storage = {
    page: (_: unknown, __: unknown, query: { readonly where?: unknown }) =>
      Effect.sync(() => {
        queried.push(query.where)
        return []
      })
  } as unknown as StoragePort
  const consumer = { timeoutMs: 1000 } as Consumer
  const held = { row: () => ({ id: "shop/3", parked }) } as unknown as HeldPart
  const ids = Ids.layer.pipe(Layer.provide(Entropy.seeded("parked")))
  const found = Effect.runSync(
    retryParked(consumer, Semaphore.makeUnsafe(1), held).pipe(
      Effect.provide(Layer.merge(Layer.succeed(Storage, storage), ids))
    )
  )
  return { found, queried }
}

it("a part that never parked an event is not queried", () => {
  const nothing = { handled: 0, left: 0, subjects: new Set(), nextDue: null }
  expect(look(0)).toEqual({ found: nothing, queried: [] })
})

it("a part that has parked an event is queried for the events still parked", () => {
  expect(look(1).queried).toEqual([{ queue: "shop/3" }])
})
