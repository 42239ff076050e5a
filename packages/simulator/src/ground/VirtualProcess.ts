import { type LogEntry, Payloom, type PayloomSetup, Storage } from "@payloom/core"
import { Layer } from "effect"
import { type Bookkeeper, consumerName } from "./bookkeeper.ts"
import { type ProcessStorage, processStorage, type Surroundings } from "./processStorage.ts"
import { mortalClock, type SkewedClock } from "./skewedClock.ts"

/** An engine with its own clock and its own connection to the store. */
export interface VirtualProcess {
  /** The number of the process in its history. */
  readonly number: number
  readonly payloom: Payloom
  readonly connection: ProcessStorage
  /** True if it runs the next release. */
  readonly isOfNext: boolean
}

/** The parts of a process that it doesn't share. */
export interface ProcessParts {
  readonly number: number
  readonly surroundings: Surroundings
  readonly clock: SkewedClock
  readonly setup: Omit<PayloomSetup<never>, "storage" | "clock">
  readonly onLog: (entry: LogEntry) => void
  /** Null if the process runs no consumer. */
  readonly bookkeeper: Bookkeeper | null
  readonly hasWorkers: boolean
  readonly isOfNext: boolean
}

/** The interval at which a worker polls. Each poll takes real time, and time passes quickly. */
const pollMs = 10_000

/** Starts a process. */
export const startProcess = async (parts: ProcessParts): Promise<VirtualProcess> => {
  const { number, bookkeeper, hasWorkers, isOfNext } = parts
  const connection = processStorage(parts.surroundings)
  const payloom = await Payloom.make({
    ...parts.setup,
    storage: Layer.succeed(Storage, connection.storage),
    clock: mortalClock(parts.clock, connection.isDead),
    workers: hasWorkers,
    ...(hasWorkers ? { options: { pollMs } } : {}),
    onLog: (entry) => {
      // The rest of a dead process may wait in vain for its own locks.
      if (!connection.isDead()) parts.onLog(entry)
    }
  })
  if (bookkeeper !== null) {
    const handle: Parameters<Payloom["events"]["consume"]>[1] = (event) =>
      bookkeeper.handle(event, connection)
    await payloom.events.consume(consumerName, handle, { from: "beginning" })
  }
  connection.begin("none")
  return { number, payloom, connection, isOfNext }
}
