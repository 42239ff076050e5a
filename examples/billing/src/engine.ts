import { sqlite } from "@payloom/adapter-sqlite"
import { Payloom } from "@payloom/core"
import { type ManualClock, manualClock, sandbox } from "@payloom/testkit"
import { type Bank, openBank } from "./bank.ts"

/** An engine among several on one file, whose time stands still until it is moved on. */
export interface Engine {
  readonly payloom: Payloom
  readonly clock: ManualClock
  readonly bank: Bank
  /** What the card field makes of a card. */
  readonly encryptCard: ReturnType<typeof sandbox>["encryptCard"]
}

/** Where a trial's files are. */
export interface Files {
  /** The engine's. */
  readonly file: string
  readonly bankFile: string
}

/** Starts an engine on the files of a trial. It runs no jobs but when it is told to. */
export const startEngine = async ({ file, bankFile }: Files, now: number): Promise<Engine> => {
  const box = sandbox()
  const bank = openBank(bankFile)
  const clock = manualClock(now)
  const payloom = await Payloom.make({
    storage: sqlite(file),
    providers: [bank.provider],
    vault: box.vault,
    secret: box.setup.secret,
    clock,
    workers: false,
    options: { workerConcurrency: 32 }
  })
  return { payloom, clock, bank, encryptCard: box.encryptCard }
}
