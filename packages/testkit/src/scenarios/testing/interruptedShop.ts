import { Storage } from "@payloom/core"
import { Effect } from "effect"
import { expect } from "vitest"
import type { TestCardName } from "../../sandbox/testCards.ts"
import type { Process, ShopOptions } from "./ground.ts"
import type { Checkout } from "./openCheckout.ts"
import { encrypted, minute, type Shop } from "./openShop.ts"
import { webhookSink } from "./webhookSink.ts"

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
    webhooks: webhookSink(),
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

/** An action of a process. */
export type Act = (process: Process) => Promise<unknown>

/** Two acts at the same time. The second one interrupts the first. */
interface ActsAtOnce {
  readonly first: Act
  readonly meanwhile: Act
  /** Checks the result, after everything that was due has run. */
  readonly check?: () => Promise<void>
}

/** Makes the history before two acts, and returns these. */
export type PrepareActs = (ground: InterruptedShop) => Promise<ActsAtOnce>

/**
 * Runs two acts for each read of the first one, with the second one after that read. Both may be
 * refused, but no state machine may forbid what was decided.
 */
export const interruptEachRead = async (
  open: (options: ShopOptions) => Promise<Shop>,
  prepare: PrepareActs
): Promise<void> => {
  const refused = (error: unknown) => expect(error).toHaveProperty("_tag")
  for (let read = 1; ; read++) {
    const ground = await interruptedShop(open)
    const { shop, other, interrupt } = ground
    const { first, meanwhile, check } = await prepare(ground)
    const wasRead = await interrupt(
      read,
      () => first(shop.process()).catch(refused),
      () => meanwhile(other).catch(refused)
    )
    await shop.elapse(20 * minute)
    expect(shop.logged.filter(({ cause }) => cause?.includes("forbids") === true)).toEqual([])
    if (!wasRead) return expect(read).toBeGreaterThan(1)
    await check?.()
  }
}

/** Prepares the confirm of a session by a test card, in any process. */
export const paysWith = async (
  { box }: Shop,
  { payer }: Checkout,
  card: TestCardName
): Promise<Act> => {
  const ciphertext = await encrypted(box, card)
  return ({ payloom }) => payer(payloom).confirm({ method: "card", card: { ciphertext } })
}
