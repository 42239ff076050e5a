import { fork } from "node:child_process"
import { once } from "node:events"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Effect } from "./Books.ts"
import type { BankSetup } from "./bank.ts"

/** A running bank. */
export interface Bank {
  readonly url: string
  /** Reads all effects so far from the journal. */
  readonly effects: () => ReadonlyArray<Effect>
  readonly stop: () => Promise<void>
}

/** Starts the bank in a process of its own, with an empty journal. */
export const startBank = async (setup: BankSetup): Promise<Bank> => {
  writeFileSync(setup.journal, "")
  const child = fork(join(import.meta.dirname, "bank.ts"), [JSON.stringify(setup)])
  const [{ url }] = (await once(child, "message")) as [{ readonly url: string }]
  return {
    url,
    effects: () =>
      readFileSync(setup.journal, "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line): Effect => JSON.parse(line)),
    stop: async () => {
      const ended = once(child, "exit")
      child.disconnect()
      await ended
    }
  }
}
