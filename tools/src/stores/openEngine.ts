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

/** An engine on the store of a folder, with the resources of one process. */
export interface OpenEngine {
  readonly payloom: Payloom
  readonly handler: Handler
  readonly box: Sandbox
  readonly storage: MortalStorage<unknown>
}

/** Opens the store of a folder at the time of the clock. Creates the folder if it doesn't exist. */
export const openEngine = async (folder: string, clock: ManualClock): Promise<OpenEngine> => {
  const box = sandbox({ journal: join(folder, storeFiles.bank) })
  const storage = mortalStorage(sqlite(join(folder, storeFiles.database)))
  const payloom = await Payloom.make({
    ...box.setup,
    storage: storage.layer,
    clock,
    // Moving the clock runs jobs.
    workers: false,
    onLog: () => undefined
  })
  return { payloom, handler: createHandler(payloom), box, storage }
}
