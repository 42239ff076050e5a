import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { type AheadClock, aheadClock } from "@payloom/example-kit/aheadClock"
import { StartRefused } from "@payloom/example-kit/StartRefused"

/** The demo shop's clock. */
export interface DemoClock extends AheadClock {}

/**
 * The clock of an engine on the sandbox, where no money moves: never one for real payments. How far
 * it is ahead stands in a file beside the database, which is full of rows of that time. There is no
 * file while nobody moves it, and it is then the machine's.
 *
 * That is kept first: a process that dies right there must not find itself before its own rows.
 */
export const demoClock = (file: string): DemoClock =>
  aheadClock(existsSync(file) ? readAhead(file) : 0, (aheadMs) => keep(file, aheadMs))

const readAhead = (file: string): number => {
  const aheadMs = Number(readFileSync(file, "utf8"))
  if (Number.isSafeInteger(aheadMs) && aheadMs >= 0) return aheadMs
  throw new StartRefused(`${file} is damaged: it says how many milliseconds the demo is ahead.`)
}

const keep = (file: string, aheadMs: number): void => {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, String(aheadMs))
  renameSync(draft, file)
}
