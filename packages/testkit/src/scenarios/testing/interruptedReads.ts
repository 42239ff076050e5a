import { type Merchant, Payloom, Storage } from "@payloom/core"
import { Effect, Layer } from "effect"
import { onTestFinished } from "vitest"
import { manualClock } from "../../clock/manualClock.ts"
import { type Sandbox, sandbox } from "../../sandbox/sandbox.ts"
import { memoryStorage } from "../../storage/memory.ts"

/** One of two processes on one store. */
export interface TwinProcess {
  readonly payloom: Payloom
  readonly shop: Merchant
}

/** Two processes on one store. The reads of the first one can be interrupted. */
export interface InterruptedReads {
  readonly box: Sandbox
  readonly elapse: (ms: number) => Promise<void>
  readonly first: TwinProcess
  readonly other: TwinProcess
  /**
   * Runs `act` in the first process. After its read of this number, `meanwhile` runs to its end,
   * before the read answers with what it found before. Returns true if there was such a read.
   */
  readonly interrupt: (
    read: number,
    meanwhile: () => Promise<unknown>,
    act: () => Promise<unknown>
  ) => Promise<boolean>
}

/** Opens two processes with a shop. */
export const interruptedReads = async (): Promise<InterruptedReads> => {
  const inner = memoryStorage()
  const clock = manualClock()
  const box = sandbox()
  let left = 0
  let pending: (() => Promise<unknown>) | null = null
  const afterRead = <A, E>(read: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.tap(read, () =>
      Effect.suspend(() => {
        left -= 1
        const run = left === 0 ? pending : null
        if (run === null) return Effect.void
        pending = null
        return Effect.promise(run)
      })
    )
  const interrupted = Storage.of({
    ...inner,
    get: (...query) => afterRead(inner.get(...query)),
    getMany: (...query) => afterRead(inner.getMany(...query)),
    findUnique: (...query) => afterRead(inner.findUnique(...query)),
    page: (...query) => afterRead(inner.page(...query))
  })
  const open = async (storage: Storage["Service"]) => {
    const shared = Layer.succeed(Storage, storage)
    const payloom = await Payloom.make({ ...box.setup, storage: shared, clock, workers: false })
    onTestFinished(() => payloom.close())
    return { payloom, shop: await box.openShop(payloom) }
  }
  const first = await open(interrupted)
  const other = await open(inner)
  return {
    box,
    first,
    other,
    elapse: (ms) => clock.advance(ms),
    interrupt: async (read, meanwhile, act) => {
      left = read
      pending = meanwhile
      await clock.until(act())
      const wasRead = pending === null
      pending = null
      return wasRead
    }
  }
}
