import { storageAt } from "@payloom/cli"
import { Payloom } from "@payloom/core"
import { type ManualClock, manualClock, sandbox } from "@payloom/testkit"
import { type Bank, openBank } from "./bank.ts"

/** An engine among several on one database, whose time stands still until it is moved on. */
export interface Engine {
  readonly payloom: Payloom
  readonly clock: ManualClock
  readonly bank: Bank
  /** What the card field makes of a card. */
  readonly encryptCard: ReturnType<typeof sandbox>["encryptCard"]
}

/** Where the engines of a trial keep what they know. */
export interface Places {
  /** Of the database: a PostgreSQL address, or the name of a SQLite file. */
  readonly storage: string
  readonly bankFile: string
  /** How long the bank takes to answer, in milliseconds. */
  readonly bankMs: number
}

/** Starts an engine, one of several in the same places. It runs no jobs but when it is told to. */
export const startEngine = async (
  { storage, bankFile, bankMs }: Places,
  now: number
): Promise<Engine> => {
  const box = sandbox()
  const bank = openBank(bankFile, bankMs)
  const clock = manualClock(now)
  const payloom = await Payloom.make({
    storage: storageAt(storage),
    providers: [bank.provider],
    vault: box.vault,
    secret: box.setup.secret,
    clock,
    workers: false,
    options: { workerConcurrency: 32 }
  })
  return { payloom, clock, bank, encryptCard: box.encryptCard }
}
