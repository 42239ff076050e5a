import { storageAt } from "@payloom/cli"
import { type LogEntry, Payloom } from "@payloom/core"
import type { AheadClock } from "@payloom/example-kit/aheadClock"
import { type Sandbox, sandbox } from "@payloom/testkit"

/** Where the engines of a trial keep what they know. */
export interface Places {
  /** Of the database: a PostgreSQL address, or the name of a SQLite file. */
  readonly storage: string
  /** The bank's journal, which all processes share. */
  readonly bank: string
}

/** How an engine takes part in a trial. */
export interface Part {
  readonly clock: AheadClock
  /** Whether it runs jobs, or only says what is to be. */
  readonly works: boolean
  readonly onLog?: (entry: LogEntry) => void
}

/** So long a provider may take: some never answer. */
const providerTimeoutMs = 2000

/** Starts an engine, one of several on the same database. */
export const startEngine = async (
  { storage, bank }: Places,
  { clock, works, ...hooks }: Part
): Promise<{ readonly payloom: Payloom; readonly box: Sandbox }> => {
  const box = sandbox({ journal: bank })
  const payloom = await Payloom.make({
    ...box.setup,
    ...hooks,
    storage: storageAt(storage),
    clock,
    workers: works,
    options: { providerTimeoutMs }
  })
  return { payloom, box }
}
