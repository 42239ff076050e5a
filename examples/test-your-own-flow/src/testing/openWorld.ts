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

/** How often the shop's timer has it catch up. */
const everyHours = 6

/** What outlives a process: bank and time, the databases, and parcels that are on their way. */
const newGround = () => ({
  box: sandbox(),
  clock: manualClock(),
  storage: mortalStorage(memory()),
  orders: new OrderTable(),
  parcels: [] as Array<string>
})

/** Starts a process of the shop, as its `main` would. */
const startProcess = async (ground: ReturnType<typeof newGround>, seed: number) => {
  const { box, clock, storage, orders, parcels } = ground
  const payloom = await Payloom.make({
    ...box.setup,
    storage: storage.layer,
    clock,
    // Jobs run when the test says so.
    workers: false,
    // What failed can be replayed, id by id. Two processes of one seed would mint the same ids.
    entropy: Entropy.seeded(`process ${seed}`),
    onLog: () => undefined
  })
  const shop = await box.openShop(payloom)
  const collectParcel = (order: string) => void parcels.push(order)
  return { payloom, shop, flow: new OrderFlow({ ...shop, orders, collectParcel }) }
}

/** A shop with everything around it that a test may want to break. */
export const openWorld = async () => {
  const ground = newGround()
  const { box, clock, storage, orders, parcels } = ground
  const cards = new Map<TestCardName, string>()
  let seed = 1
  let process = await startProcess(ground, seed)

  /** Whatever the process was at when it died, another one takes its place and catches up. */
  const survive = async (work: Promise<unknown>): Promise<void> => {
    await work.catch((error: unknown) => {
      if (!(error instanceof ProcessDied)) throw error
    })
    if (!storage.isDead()) return
    seed += 1
    process = await startProcess(ground, seed)
    await run(({ flow }) => flow.catchUp())
  }

  /** Does something in the process that runs, and lets as much time pass as that takes. */
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
    /** Runs the jobs that are due, as an engine's own workers would. */
    work: () => survive(clock.elapse(0, process.payloom, storage.death())),
    /** Lets time pass, and with it the engine's jobs, the bank's news and the shop's timer. */
    pass: async (hours: number): Promise<void> => {
      for (let passed = 0; passed < hours; passed += everyHours) {
        const step = Math.min(everyHours, hours - passed) * hour
        await survive(clock.elapse(step, process.payloom, storage.death()))
        await run(({ payloom }) => box.notify(payloom))
        await run(({ flow }) => flow.catchUp())
      }
    },
    /** The bank tells again what it ever told: what got lost on the way is made up for. */
    hearAll: async (): Promise<void> => {
      await run(({ payloom }) => box.notify(payloom, { again: true }))
      await run(({ flow }) => flow.catchUp())
    },
    /** A test card, saved once: best before anything goes wrong. */
    savedCard: async (card: TestCardName): Promise<string> => {
      const id = cards.get(card) ?? (await box.saveCard(process.shop, card))
      cards.set(card, id)
      return id
    },
    goWrong: (plan: FaultPlan) => applyFaults(plan, { box, storage }),
    audit: () => box.audit(process.payloom)
  }
}

/** A world as {@link openWorld} makes it. */
export type World = Awaited<ReturnType<typeof openWorld>>
