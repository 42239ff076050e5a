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
 * Runs an act, and the other one after a read of the first. Both may be refused. Returns whether
 * there was such a read, and all errors that are no refusals.
 */
export const runAtOnce = async (
  { shop, other, interrupt }: InterruptedShop,
  { first, meanwhile }: Pick<ActsAtOnce, "first" | "meanwhile">,
  read: number
): Promise<{ readonly wasRead: boolean; readonly broken: ReadonlyArray<string> }> => {
  const broken: Array<string> = []
  const noted = (error: unknown) => {
    if (typeof error !== "object" || error === null || !("_tag" in error)) broken.push(`${error}`)
  }
  const wasRead = await interrupt(
    read,
    () => first(shop.process()).catch(noted),
    () => meanwhile(other).catch(noted)
  )
  await shop.elapse(20 * minute)
  const forbidden = shop.logged.flatMap(({ cause }) => (cause?.includes("forbids") ? [cause] : []))
  return { wasRead, broken: [...broken, ...forbidden] }
}

/**
 * Runs two acts for each read of the first one, with the second one after that read. No state
 * machine may forbid what was decided.
 */
export const interruptEachRead = async (
  open: (options: ShopOptions) => Promise<Shop>,
  prepare: PrepareActs
): Promise<void> => {
  for (let read = 1; ; read++) {
    const ground = await interruptedShop(open)
    const acts = await prepare(ground)
    const { wasRead, broken } = await runAtOnce(ground, acts, read)
    expect(broken).toEqual([])
    if (!wasRead) return expect(read).toBeGreaterThan(1)
    await acts.check?.()
  }
}

/** The bank notifies a process of everything again. */
export const tells =
  ({ box }: Shop): Act =>
  ({ payloom }) =>
    box.notify(payloom, { again: true })

/** A process runs its due jobs. */
export const runsDue: Act = ({ payloom }) => payloom.runDue()

/** Prepares the confirm of a session by a test card, in any process. */
export const paysWith = async (
  { box }: Shop,
  { payer }: Checkout,
  card: TestCardName
): Promise<Act> => {
  const ciphertext = await encrypted(box, card)
  return ({ payloom }) => payer(payloom).confirm({ method: "card", card: { ciphertext } })
}
