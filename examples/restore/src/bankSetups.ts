import { sqlite } from "@payloom/adapter-sqlite"
import type { PayloomSetup } from "@payloom/core"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import { stripe, stripeVault } from "@payloom/provider-stripe"
import { sandbox } from "@payloom/testkit"

/** Everything that another process needs to reach the same bank and the same store. */
export interface SharedSetup {
  /** The file of the store. */
  readonly database: string
  /** The lead of the clock, in milliseconds. */
  readonly aheadMs: number
  readonly bank:
    | { readonly name: "sandbox"; readonly journal: string }
    | {
        readonly name: "stripe"
        readonly host: string
        readonly port: number
        readonly apiKey: string
      }
}

/** The environment variable with the setup of a child process, as JSON. */
export const setupVariable = "RESTORE_TRIAL"

/** Returns the engine's setup, except for its clock. */
export const bankSetup = ({ database, bank }: Omit<SharedSetup, "aheadMs">) => {
  const common = { storage: sqlite(database), workers: false, onLog: () => undefined }
  if (bank.name === "sandbox") {
    return {
      ...sandbox({ journal: bank.journal }).setup,
      ...common
    } satisfies PayloomSetup<unknown>
  }
  const { host, port, apiKey } = bank
  const account = { apiKey, webhookSecrets: [] }
  const address = { host, port, protocol: "http" as const, accountOf: () => account }
  return {
    providers: [stripe(address)],
    vault: stripeVault({ ...address, credentialsOf: () => "main" }),
    secret: "the secret of a trial, of 32 characters or more",
    ...common
  } satisfies PayloomSetup<unknown>
}

/** Returns the whole setup of a child process. */
export const childSetup = (shared: SharedSetup): PayloomSetup<unknown> => ({
  ...bankSetup(shared),
  clock: aheadClock(shared.aheadMs)
})
