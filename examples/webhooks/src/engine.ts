import { join } from "node:path"
import { webhookSender } from "@payloom/adapter-webhooks"
import { storageAt } from "@payloom/cli"
import { type LogEntry, Payloom } from "@payloom/core"
import type { AheadClock } from "@payloom/example-kit/aheadClock"
import { type Sandbox, sandbox } from "@payloom/testkit"

/** Where a trial keeps what its processes know. */
export interface Places {
  /** Of the engines' database: a PostgreSQL address, or the name of a SQLite file. */
  readonly storage: string
  /** The bank's journal, which all processes share. */
  readonly bank: string
  /** The file of what the consumer saw. */
  readonly seen: string
  /** The file of what the endpoints received. */
  readonly received: string
}

/** The places of a trial on a database, whose files are in a folder. */
export const placesIn = (folder: string, storage: string): Places => ({
  storage,
  bank: join(folder, "bank"),
  seen: join(folder, "seen.db"),
  received: join(folder, "received.db")
})

/** How an engine takes part in a trial. */
export interface Part {
  readonly clock: AheadClock
  /** Whether it sends webhooks and runs jobs, or only says what is to be. */
  readonly works: boolean
  readonly onLog?: (entry: LogEntry) => void
}

/** Starts an engine in the places of a trial, one of several. */
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
