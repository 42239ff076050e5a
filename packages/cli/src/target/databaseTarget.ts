import { Payloom, Storage } from "@payloom/core"
import { Effect, Layer } from "effect"
import type { TargetOptions } from "../command/sharedOptions.ts"
import type { Terminal } from "../command/Terminal.ts"
import { note } from "../output/note.ts"
import { asOperator } from "./asOperator.ts"
import { chooseScope, isModeAbsent } from "./chooseScope.ts"
import type { OpenStore } from "./openStore.ts"
import type { StoreSource } from "./StoreSource.ts"
import { standInProviders } from "./standInProviders.ts"
import type { Account, DatabaseTarget } from "./Target.ts"

/** A database to open. */
interface DatabaseToOpen {
  readonly source: StoreSource
  readonly options: TargetOptions
  /** The command, for the audit log. */
  readonly command: string
  readonly terminal: Terminal
}

/**
 * Opens a database. The engine on it is made when a command needs one. It runs no workers, sends no
 * webhooks and calls no provider, so work that a command creates is done by the server.
 */
export const openDatabase = async (toOpen: DatabaseToOpen): Promise<DatabaseTarget> => {
  const { source } = toOpen
  const store = await source.open()
  let opened: Promise<OpenAccount> | null = null
  const account = () => {
    opened ??= openAccount(store, toOpen)
    return opened
  }
  return {
    kind: "database",
    name: source.name,
    storage: store.storage,
    account,
    shop: async () => (await account()).merchant,
    isModeAssumed: () => opened !== null && isModeAbsent(toOpen.options, toOpen.terminal.env),
    close: async () => {
      const engine = await opened?.catch(() => null)
      await engine?.close()
      await store.close()
    }
  }
}

interface OpenAccount extends Account {
  readonly close: () => Promise<void>
}

const openAccount = async (
  { storage }: OpenStore,
  { source, options, command, terminal }: DatabaseToOpen
): Promise<OpenAccount> => {
  const secret = source.secret()
  const scope = await chooseScope(storage, options, terminal.env)
  const payloom = await Payloom.make({
    storage: Layer.succeed(Storage, storage),
    providers: await standInProviders(storage, scope),
    vault: { store: () => Effect.die(new Error("The command line stores no cards.")) },
    modules: source.modules,
    secret,
    workers: false,
    onLog: ({ level, message }) => note(terminal, `${level}: ${message}`)
  })
  const { tenants, merchant } = asOperator(payloom, command)
  return { scope, tenants, merchant: merchant(scope), close: payloom.close }
}
