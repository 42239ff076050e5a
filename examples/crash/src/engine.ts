import { storageAt } from "@payloom/cli"
import { type LogEntry, Payloom } from "@payloom/core"
import type { AheadClock } from "@payloom/example-kit/aheadClock"
import { type Sandbox, sandbox } from "@payloom/testkit"

/** The places where the engines of a trial store data. */
export interface Places {
  /** A PostgreSQL address, or the path of a SQLite file. */
  readonly storage: string
  /** The bank's journal, which all processes share. */
  readonly bank: string
}

/** The setup of one engine of a trial. */
export interface Part {
  readonly clock: AheadClock
  /** True if the engine runs jobs. */
  readonly works: boolean
  readonly onLog?: (entry: LogEntry) => void
}

/** The timeout of a call to a provider, because some calls are never answered. */
const providerTimeoutMs = 2000

/** Starts one of several engines on the same database. */
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
