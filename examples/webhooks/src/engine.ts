import { join } from "node:path"
import { webhookSender } from "@payloom/adapter-webhooks"
import { storageAt } from "@payloom/cli"
import { type LogEntry, Payloom } from "@payloom/core"
import type { AheadClock } from "@payloom/example-kit/aheadClock"
import { type Sandbox, sandbox } from "@payloom/testkit"

/** The places where the processes of a trial store data. */
export interface Places {
  /** The engines' database: a PostgreSQL address, or the path of a SQLite file. */
  readonly storage: string
  /** The bank's journal, which all processes share. */
  readonly bank: string
  /** The file of the consumer's events. */
  readonly seen: string
  /** The file of the endpoints' requests. */
  readonly received: string
}

/** Returns the places of a trial on a database. The other files are in a folder. */
export const placesIn = (folder: string, storage: string): Places => ({
  storage,
  bank: join(folder, "bank"),
  seen: join(folder, "seen.db"),
  received: join(folder, "received.db")
})

/** The setup of one engine of a trial. */
export interface Part {
  readonly clock: AheadClock
  /** True if the engine sends webhooks and runs jobs. */
  readonly works: boolean
  readonly onLog?: (entry: LogEntry) => void
}

/** Starts one of several engines of a trial. */
export const startEngine = async (
  { storage, bank }: Pick<Places, "storage" | "bank">,
  { clock, works, ...hooks }: Part
): Promise<{ readonly payloom: Payloom; readonly box: Sandbox }> => {
  const box = sandbox({ journal: bank })
  const payloom = await Payloom.make({
    ...box.setup,
    ...hooks,
    storage: storageAt(storage),
    clock,
    workers: works,
    ...(works ? { webhooks: webhookSender() } : {})
  })
  return { payloom, box }
}
