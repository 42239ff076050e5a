import { Entropy, Payloom } from "@payloom/core"
import {
  applyFaults,
  type FaultPlan,
  manualClock,
  memory,
  mortalStorage,
  ProcessDied,
  sandbox,
  type TestCardName
} from "@payloom/testkit"
import { OrderFlow } from "../OrderFlow.ts"
import { OrderTable } from "../OrderTable.ts"

const hour = 3_600_000

/** The hours between two runs of the shop's timer. */
const everyHours = 6

/** The things that outlive a process: the bank, the clock, the databases and the sent parcels. */
const newSurroundings = () => ({
  box: sandbox(),
  clock: manualClock(),
  storage: mortalStorage(memory()),
  orders: new OrderTable(),
  parcels: [] as Array<string>
})

/** Starts a process of the shop, as its `main` would. */
const startProcess = async (surroundings: ReturnType<typeof newSurroundings>, seed: number) => {
  const { box, clock, storage, orders, parcels } = surroundings
  const payloom = await Payloom.make({
    ...box.setup,
    storage: storage.layer,
    clock,
    // Tests run the jobs.
    workers: false,
    // A seed makes a failed run repeatable. Each process needs its own, or ids would collide.
    entropy: Entropy.seeded(`process ${seed}`),
    onLog: () => undefined
  })
  const shop = await box.openShop(payloom)
  const collectParcel = (order: string) => void parcels.push(order)
  return { payloom, shop, flow: new OrderFlow({ ...shop, orders, collectParcel }) }
}

/** Opens a shop, with everything around it that a test may break. */
export const openWorld = async () => {
  const surroundings = newSurroundings()
  const { box, clock, storage, orders, parcels } = surroundings
  const cards = new Map<TestCardName, string>()
  let seed = 1
  let process = await startProcess(surroundings, seed)

  /** Starts a new process if the process died during the work, and lets it catch up. */
  const survive = async (work: Promise<unknown>): Promise<void> => {
    await work.catch((error: unknown) => {
      if (!(error instanceof ProcessDied)) throw error
    })
    if (!storage.isDead()) return
    seed += 1
    process = await startProcess(surroundings, seed)
    await run(({ flow }) => flow.catchUp())
  }

  /** Runs work in the current process, and lets as much time pass as the work needs. */
  const run = (work: (running: typeof process) => Promise<unknown>): Promise<void> =>
    survive(clock.until(Promise.race([work(process), storage.death()])))

  return {
    box,
    orders,
    parcels,
    shop: () => process.shop,
    run,
    restart: () => {
      storage.kill()
      return survive(Promise.resolve())
    },
    /** Runs the due jobs, as an engine's workers would. */
    work: () => survive(clock.elapse(0, process.payloom, storage.death())),
    /** Lets time pass. Runs the engine's jobs, the bank's notifications and the shop's timer. */
    pass: async (hours: number): Promise<void> => {
      for (let passed = 0; passed < hours; passed += everyHours) {
        const step = Math.min(everyHours, hours - passed) * hour
        await survive(clock.elapse(step, process.payloom, storage.death()))
        await run(({ payloom }) => box.notify(payloom))
        await run(({ flow }) => flow.catchUp())
      }
    },
    /** Repeats all notifications of the bank, so that lost ones arrive. */
    repeatNotifications: async (): Promise<void> => {
      await run(({ payloom }) => box.notify(payloom, { again: true }))
      await run(({ flow }) => flow.catchUp())
    },
    /** Returns a test card, which is saved once. Call it before faults begin. */
    savedCard: async (card: TestCardName): Promise<string> => {
      const id = cards.get(card) ?? (await box.saveCard(process.shop, card))
      cards.set(card, id)
      return id
    },
    goWrong: (plan: FaultPlan) => applyFaults(plan, { box, storage }),
    audit: () => box.audit(process.payloom)
  }
}

/** The result of {@link openWorld}. */
export type World = Awaited<ReturnType<typeof openWorld>>
