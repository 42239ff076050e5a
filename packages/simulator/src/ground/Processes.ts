import type { ManualClock } from "@payloom/testkit"
import type { VirtualProcess } from "./VirtualProcess.ts"
import { within } from "./within.ts"

/** The virtual processes of a run. */
export interface Processes {
  /** Returns a process. Starts it first if it is dead or was closed. */
  readonly process: (number: number) => Promise<VirtualProcess>
  /** Returns the processes that are alive. */
  readonly living: () => ReadonlyArray<VirtualProcess>
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
  start: (number: number, hasWorkers: boolean) => Promise<VirtualProcess>
): Processes => {
  const processes = new Map<number, VirtualProcess>()
  let hasWorkers = haveWorkers
  const living = () => [...processes.values()].filter(({ connection }) => !connection.isDead())
  return {
    living,
    process: async (wanted) => {
      const number = wanted % count
      const known = processes.get(number)
      if (known !== undefined && !known.connection.isDead()) return known
      const made = await start(number, hasWorkers)
      processes.set(number, made)
      return made
    },
    closeAll: async (haveWorkersNext) => {
      const closing = living().map(({ payloom, connection }) =>
        Promise.race([payloom.close(), connection.death.catch(() => undefined)])
      )
      await clock.until(within(clock, Promise.all(closing), closingMs))
      processes.clear()
      hasWorkers = haveWorkersNext
    }
  }
}
