import { collections, type Module } from "@payloom/core"
import { Layer } from "effect"
import { CommandFailed } from "../command/CommandFailed.ts"
import type { Terminal } from "../command/Terminal.ts"
import { fileAt } from "./fileAt.ts"
import { loadSetup } from "./loadSetup.ts"
import { openAsIs, openStore } from "./openStore.ts"
import type { StoreSource } from "./StoreSource.ts"
import { secretOf, secretOfSetup } from "./secretIn.ts"
import { shownLocation } from "./shownLocation.ts"

/** Returns the store at a location: a SQLite file, or a database on PostgreSQL. */
export const databaseSource = (location: string, terminal: Terminal): StoreSource => ({
  name: shownLocation(location),
  open: () => openStore(location, terminal.cwd),
  secret: () => secretOf(location, terminal),
  modules: []
})

/**
 * Returns the store of a setup, for example its cells. Its secret is the setup's, or
 * PAYLOOM_SECRET. Rejects with `CommandFailed` if the setup can't be loaded or has no storage.
 */
export const setupSource = async (setup: string, terminal: Terminal): Promise<StoreSource> => {
  const file = fileAt(terminal, setup)
  const { storage, secret, ...rest } = await loadSetup(file)
  if (!Layer.isLayer(storage)) {
    throw new CommandFailed(
      "no_storage",
      `${file} has no storage: export it with the setup, or give --database instead of --setup.`
    )
  }
  // The type of a setup that was loaded names no modules.
  const { modules = [] } = rest as { readonly modules?: ReadonlyArray<Module> }
  const all = [...collections, ...modules.flatMap((module) => module.collections)]
  return {
    name: setup,
    open: () => openAsIs(storage, all),
    secret: () => secretOfSetup(secret, terminal),
    modules
  }
}
