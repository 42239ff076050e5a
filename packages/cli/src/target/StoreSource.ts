import type { Module } from "@payloom/core"
import type { OpenStore } from "./openStore.ts"

/** A store that a command works on: a database, or the storage of a setup. */
export interface StoreSource {
  /** The name to print, without a password. */
  readonly name: string
  /** Opens it as it is. No table is created or upgraded. */
  readonly open: () => Promise<OpenStore>
  /** Returns the master secret. Throws `UsageError` if there is none. */
  readonly secret: () => string
  /** The modules of the engines on it, as far as they are known. */
  readonly modules: ReadonlyArray<Module>
}
