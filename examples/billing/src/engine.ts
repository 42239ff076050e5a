import { storageAt } from "@payloom/cli"
import { Payloom } from "@payloom/core"
import { type ManualClock, manualClock, sandbox } from "@payloom/testkit"
import { type Bank, openBank } from "./bank.ts"

/** One of several engines on a database. A program moves its clock. */
export interface Engine {
  readonly payloom: Payloom
  readonly clock: ManualClock
  readonly bank: Bank
  /** Encrypts a card as the card field does. */
  readonly encryptCard: ReturnType<typeof sandbox>["encryptCard"]
}

/** The places where the engines of a trial store data. */
export interface Places {
  /** A PostgreSQL address, or the path of a SQLite file. */
  readonly storage: string
  readonly bankFile: string
  /** The time until the bank answers, in milliseconds. */
  readonly bankMs: number
}

/** Starts one of several engines on a database. It has no workers: jobs run when it is called. */
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
