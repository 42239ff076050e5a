import { join } from "node:path"
import { createHandler, type Handler } from "@payloom/adapter-http"
import { sqlite } from "@payloom/adapter-sqlite"
import { Payloom } from "@payloom/core"
import {
  type ManualClock,
  type MortalStorage,
  mortalStorage,
  type Sandbox,
  sandbox
} from "@payloom/testkit"
import { storeFiles } from "./keptStores.ts"

/** An engine on the store of a folder, as one process of its own. */
export interface OpenEngine {
  readonly payloom: Payloom
  readonly handler: Handler
  readonly box: Sandbox
  readonly storage: MortalStorage<unknown>
}

/** Opens the store of a folder, which need not be there yet, at the time that the clock shows. */
export const openEngine = async (folder: string, clock: ManualClock): Promise<OpenEngine> => {
  const box = sandbox({ journal: join(folder, storeFiles.bank) })
  const storage = mortalStorage(sqlite(join(folder, storeFiles.database)))
  const payloom = await Payloom.make({
    ...box.setup,
    storage: storage.layer,
    clock,
    // Jobs run when the clock is moved on.
    workers: false,
    onLog: () => undefined
  })
  return { payloom, handler: createHandler(payloom), box, storage }
}
