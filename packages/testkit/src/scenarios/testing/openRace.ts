import type { Scheduler } from "fast-check"
import type { Process, ShopOptions } from "./ground.ts"
import { openShop, type Shop } from "./openShop.ts"
import { scheduledStorage } from "./scheduledStorage.ts"

/** Two processes whose calls race. */
export interface Race {
  readonly shop: Shop
  /** Two processes on one storage. The first is the shop's own. */
  readonly processes: readonly [Process, Process]
  /** Runs the calls, and interleaves their reads and commits as the scheduler decides. */
  readonly run: <A>(
    racers: ReadonlyArray<() => Promise<A>>
  ) => Promise<ReadonlyArray<PromiseSettledResult<A>>>
}

/** Opens a shop with two processes for a property that interleaves them. */
export const openRace = async (scheduler: Scheduler, options: ShopOptions = {}): Promise<Race> => {
  const { between, scheduledBy } = scheduledStorage()
  const shop = await openShop({ ...options, between })
  const processes = [shop.process(), await shop.start()] as const
  return {
    shop,
    processes,
    run: async (racers) => {
      scheduledBy(scheduler)
      const results = await scheduler.waitFor(Promise.allSettled(racers.map((racer) => racer())))
      await scheduler.waitIdle()
      scheduledBy(null)
      return results
    }
  }
}
