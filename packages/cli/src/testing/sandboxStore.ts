import { copyFileSync } from "node:fs"
import { join } from "node:path"
import Database from "better-sqlite3"
import { storageAt } from "../storageAt.ts"
import { type FilledStore, fillStore, testEngines } from "./filledStore.ts"

/** A SQLite file with rows of every kind, and the environment of a command on it. */
export interface SandboxStore extends FilledStore {
  readonly file: string
  readonly env: Readonly<Record<string, string>>
  /** Copies the file, for a test that changes it. */
  readonly copy: () => string
}

/** Creates a store in a folder, with the sandbox's secret. No engine runs on it afterwards. */
export const sandboxStore = async (folder: string, file = "payloom.db"): Promise<SandboxStore> => {
  const engines = testEngines()
  const path = join(folder, file)
  const payloom = await engines.open(storageAt(path))
  const filled = await fillStore(engines, payloom)
  await payloom.close()
  receiveAtThisMachine(path)
  let copies = 0
  return {
    ...filled,
    file: path,
    env: {
      PAYLOOM_DATABASE: path,
      PAYLOOM_SECRET: engines.box.setup.secret,
      PAYLOOM_TENANT: filled.merchant.tenant
    },
    copy: () => {
      const copied = join(folder, `copy-${copies++}.db`)
      copyFileSync(path, copied)
      return copied
    }
  }
}

/** The engine takes no such address. A check of the receiver must not leave this machine. */
const receiveAtThisMachine = (file: string): void => {
  const raw = new Database(file)
  raw.exec("UPDATE webhook_endpoints SET doc = json_set(doc, '$[1].url', 'http://127.0.0.1:9/')")
  raw.close()
}
