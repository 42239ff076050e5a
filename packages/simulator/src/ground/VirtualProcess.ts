import { type LogEntry, Payloom, type PayloomSetup, Storage } from "@payloom/core"
import { Layer } from "effect"
import { type ProcessStorage, processStorage, type Surroundings } from "./processStorage.ts"
import type { SkewedClock } from "./skewedClock.ts"

/** An engine with its own clock and its own connection to the store. */
export interface VirtualProcess {
  /** The number of the process in its history. */
  readonly number: number
  readonly payloom: Payloom
  readonly connection: ProcessStorage
}

/** The parts of a process that it doesn't share. */
export interface ProcessParts {
  readonly number: number
  readonly surroundings: Surroundings
  readonly clock: SkewedClock
  readonly setup: Omit<PayloomSetup<never>, "storage" | "clock">
  readonly onLog: (entry: LogEntry) => void
}

/** Starts a process. */
export const startProcess = async (parts: ProcessParts): Promise<VirtualProcess> => {
  const connection = processStorage(parts.surroundings)
  const payloom = await Payloom.make({
    ...parts.setup,
    storage: Layer.succeed(Storage, connection.storage),
    clock: parts.clock,
    workers: false,
    onLog: parts.onLog
  })
  connection.begin("none")
  return { number: parts.number, payloom, connection }
}
