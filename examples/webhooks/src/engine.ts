import { join } from "node:path"
import { sqlite } from "@payloom/adapter-sqlite"
import { webhookSender } from "@payloom/adapter-webhooks"
import { type LogEntry, Payloom } from "@payloom/core"
import type { AheadClock } from "@payloom/example-kit/aheadClock"
import { type Sandbox, sandbox } from "@payloom/testkit"

/** Where the files of a trial are. */
export interface Files {
  /** The engine's. */
  readonly file: string
  /** The bank's journal, which all processes share. */
  readonly bank: string
  /** What the consumer saw. */
  readonly seen: string
  /** What the endpoints received. */
  readonly received: string
}

/** The files of a trial in a folder. */
export const filesIn = (folder: string): Files => ({
  file: join(folder, "payloom.db"),
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

/** Starts an engine on the files of a trial, one of several. */
export const startEngine = async (
  { file, bank }: Pick<Files, "file" | "bank">,
  { clock, works, ...hooks }: Part
): Promise<{ readonly payloom: Payloom; readonly box: Sandbox }> => {
  const box = sandbox({ journal: bank })
  const payloom = await Payloom.make({
    ...box.setup,
    ...hooks,
    storage: sqlite(file),
    clock,
    workers: works,
    ...(works ? { webhooks: webhookSender() } : {})
  })
  return { payloom, box }
}
