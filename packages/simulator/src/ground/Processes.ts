import type { ManualClock } from "@payloom/testkit"
import type { VirtualProcess } from "./VirtualProcess.ts"
import { within } from "./within.ts"

/** The virtual processes of a run. */
export interface Processes {
  /** Returns a process. Starts it first if it is dead or was closed. */
  readonly process: (number: number) => Promise<VirtualProcess>
  /** Returns the processes that are alive. */
  readonly living: () => ReadonlyArray<VirtualProcess>
  /** Closes a process. `isNext` says if the next release takes its place. */
  readonly deploy: (number: number, isNext: boolean) => Promise<void>
  /** Closes all processes of this release, for good. */
  readonly deployAll: () => Promise<void>
  /** Closes all processes. `haveWorkers` says if the processes that start later have workers. */
  readonly closeAll: (haveWorkers: boolean) => Promise<void>
}

/** The time in which a process must close, in milliseconds. */
const closingMs = 10 * 60_000

/** Creates a list of processes, which start when they are first asked for. */
export const openProcesses = (
  clock: ManualClock,
  count: number,
  haveWorkers: boolean,
  start: (number: number, hasWorkers: boolean, isNext: boolean) => Promise<VirtualProcess>
): Processes => {
  const processes = new Map<number, VirtualProcess>()
  const ofNext = new Set<number>()
  let hasWorkers = haveWorkers
  const living = () => [...processes.values()].filter(({ connection }) => !connection.isDead())
  const close = async (closed: ReadonlyArray<VirtualProcess>) => {
    const closing = closed.map(({ payloom, connection }) =>
      Promise.race([payloom.close(), connection.death.catch(() => undefined)])
    )
    await clock.until(within(clock, Promise.all(closing), closingMs))
    for (const { number } of closed) processes.delete(number)
  }
  return {
    living,
    process: async (wanted) => {
      const number = wanted % count
      const known = processes.get(number)
      if (known !== undefined && !known.connection.isDead()) return known
      const made = await start(number, hasWorkers, ofNext.has(number))
      processes.set(number, made)
      return made
    },
    deploy: async (wanted, isNext) => {
      const number = wanted % count
      await close(living().filter((process) => process.number === number))
      if (isNext) ofNext.add(number)
      else ofNext.delete(number)
    },
    deployAll: async () => {
      await close(living().filter(({ isOfNext }) => !isOfNext))
      for (let number = 0; number < count; number++) ofNext.add(number)
    },
    closeAll: async (haveWorkersNext) => {
      await close(living())
      processes.clear()
      hasWorkers = haveWorkersNext
    }
  }
}
