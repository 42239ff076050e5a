import { Context } from "effect"
import type { AnyCollection } from "../platform/modules/EngineModule.ts"
import { coreParts } from "./modules.ts"

/** Every kind of row that core stores. */
export const collections: ReadonlyArray<AnyCollection> = coreParts.collections

/**
 * Every kind of row that an engine stores, with those of its modules. An adapter reads it when it
 * opens a storage, and creates their tables.
 */
export const EngineCollections = Context.Reference<ReadonlyArray<AnyCollection>>(
  "@payloom/core/engine/EngineCollections",
  { defaultValue: () => collections }
)

/**
 * True if an adapter may create or upgrade tables when it opens a storage. A tool that looks at the
 * storages of a setup provides false. Then an adapter opens a storage as with `upgrade: false`.
 */
export const UpgradesStores = Context.Reference<boolean>("@payloom/core/engine/UpgradesStores", {
  defaultValue: () => true
})
