import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { type AheadClock, aheadClock } from "@payloom/example-kit/aheadClock"
import { StartRefused } from "@payloom/example-kit/StartRefused"

/** The demo shop's clock. */
export interface DemoClock extends AheadClock {}

/**
 * Opens the clock of an engine on the sandbox, where no money moves. Never use it for real
 * payments. Its lead over the machine's clock is in a file beside the database, because the rows
 * have times of this clock. Without a file, it is the machine's clock.
 *
 * A new lead is written before it is used. Otherwise a crash in between would leave rows of the
 * future.
 */
export const demoClock = (file: string): DemoClock =>
  aheadClock(existsSync(file) ? readAhead(file) : 0, (aheadMs) => keep(file, aheadMs))

const readAhead = (file: string): number => {
  const aheadMs = Number(readFileSync(file, "utf8"))
  if (Number.isSafeInteger(aheadMs) && aheadMs >= 0) return aheadMs
  throw new StartRefused(
    `${file} is damaged. It must contain the demo clock's lead in milliseconds.`
  )
}

const keep = (file: string, aheadMs: number): void => {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, String(aheadMs))
  renameSync(draft, file)
}
