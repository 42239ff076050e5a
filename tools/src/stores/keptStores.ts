import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { gunzipSync, gzipSync } from "node:zlib"
import { root } from "../workspace.ts"

/** A request that a merchant or a payer sent while a store was created. */
export interface Asked {
  readonly method: "POST"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The exact answer. Null if the process died first. */
  readonly answer: { readonly status: number; readonly text: string } | null
}

/** A store as a release left it, with the requests to it. */
export interface KeptStore {
  /** The release that wrote the store. */
  readonly release: string
  /** The time of the last write, in milliseconds since the epoch. */
  readonly leftAt: number
  readonly tenant: string
  readonly secretKey: string
  readonly asked: ReadonlyArray<Asked>
}

const folder = join(root, "tools", "stores")

/** Returns the releases with a kept store, the oldest first. */
export const keptReleases = (): ReadonlyArray<string> =>
  readdirSync(folder).sort((one, other) =>
    one.localeCompare(other, "en", { numeric: true, sensitivity: "base" })
  )

/** The files of a store: the engine's database, and the data of the sandbox's bank. */
export const storeFiles = { database: "payloom.db", bank: "payloom.db.bank" } as const

const describedIn = "store.json"

/** Keeps the store in a folder. Replaces a kept store of the same release. */
export const keepStore = (from: string, store: KeptStore): string => {
  // Processes that died left their last commits in the log beside the file.
  const database = new DatabaseSync(join(from, storeFiles.database))
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
  database.close()
  const path = join(folder, store.release)
  mkdirSync(path, { recursive: true })
  for (const file of Object.values(storeFiles)) {
    writeFileSync(join(path, `${file}.gz`), gzipSync(readFileSync(join(from, file)), { level: 9 }))
  }
  writeFileSync(join(path, describedIn), `${JSON.stringify(store, null, 2)}\n`)
  return path
}

/** Copies a kept store into a folder, as the release left it. */
export const layOut = (release: string, into: string): KeptStore => {
  const path = join(folder, release)
  for (const file of Object.values(storeFiles)) {
    writeFileSync(join(into, file), gunzipSync(readFileSync(join(path, `${file}.gz`))))
  }
  return JSON.parse(readFileSync(join(path, describedIn), "utf8")) as KeptStore
}
