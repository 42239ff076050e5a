import { cells } from "@payloom/cells"
import { storageAt } from "@payloom/cli"
import { type EngineSetup, type LogEntry, Payloom, type PayloomSetup } from "@payloom/core"
import { type Sandbox, sandbox } from "@payloom/testkit"
import type { AheadClock } from "./aheadClock.ts"
import { trialCells } from "./trialCells.ts"

/** The setup of one engine of a trial. */
export interface TrialEngine {
  readonly clock: AheadClock
  /** True if the engine runs jobs. */
  readonly works: boolean
  readonly onLog?: (entry: LogEntry) => void
}

/** The places where the engines of a trial store data. */
export interface TrialPlaces {
  /** A PostgreSQL address, or the path of a SQLite file. With `cells`, a folder for their files. */
  readonly storage: string
  /** The number of cells. Without it, there is one database. */
  readonly cells?: number
  /** The journal of the sandbox's bank, which all processes share. */
  readonly bank: string
}

type EngineStorage = PayloomSetup<unknown>["storage"]

/** Starts one of several engines on the same database, at the sandbox's providers. */
export const startTrialEngine = async (
  { storage, bank, cells: count }: TrialPlaces,
  { clock, works, ...hooks }: TrialEngine,
  more: Pick<EngineSetup, "options" | "webhooks"> = {}
): Promise<{ readonly payloom: Payloom; readonly box: Sandbox }> => {
  const box = sandbox({ journal: bank })
  const ofTrial: EngineStorage =
    count === undefined ? storageAt(storage) : cells(trialCells(storage, count))
  const payloom = await Payloom.make({
    ...box.setup,
    ...hooks,
    ...more,
    storage: ofTrial,
    clock,
    workers: works
  })
  return { payloom, box }
}
