import { Storage } from "@payloom/core"
import { Effect } from "effect"
import type { Process, ShopOptions } from "./ground.ts"
import type { Shop } from "./openShop.ts"

/** A shop of two processes. The reads of the first one can be interrupted by the other. */
export interface InterruptedShop {
  readonly shop: Shop
  readonly other: Process
  /**
   * Runs `act`. After its read of this number, `meanwhile` runs to its end. The read then answers
   * with what it found before. Returns true if there was such a read.
   */
  readonly interrupt: (
    read: number,
    act: () => Promise<unknown>,
    meanwhile: () => Promise<unknown>
  ) => Promise<boolean>
}

/** Opens such a shop. */
export const interruptedShop = async (
  open: (options: ShopOptions) => Promise<Shop>
): Promise<InterruptedShop> => {
  let left = 0
  let waiting: (() => Promise<unknown>) | null = null
  const afterRead = Effect.suspend(() => {
    left -= 1
    const run = left === 0 ? waiting : null
    if (run === null) return Effect.void
    waiting = null
    return Effect.promise(run)
  })
  const shop = await open({
    between: (inner) =>
      Storage.of({
        ...inner,
        get: (...query) => Effect.tap(inner.get(...query), () => afterRead),
        getMany: (...query) => Effect.tap(inner.getMany(...query), () => afterRead),
        findUnique: (...query) => Effect.tap(inner.findUnique(...query), () => afterRead),
        page: (...query) => Effect.tap(inner.page(...query), () => afterRead)
      })
  })
  return {
    shop,
    other: await shop.start(),
    interrupt: async (read, act, meanwhile) => {
      left = read
      waiting = meanwhile
      await shop.until(act())
      const wasRead = waiting === null
      waiting = null
      return wasRead
    }
  }
}
