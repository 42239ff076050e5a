import { Storage } from "@payloom/core"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import type { OpenedStorage } from "./contract/StorageRule.ts"

/**
 * Opens a storage as an engine does, for the harness of a contract suite.
 *
 * @example
 * const harness = { open: () => openStorage(sqlite(":memory:")) }
 */
export const openStorage = async <E>(layer: Layer.Layer<Storage, E>): Promise<OpenedStorage> => {
  const scope = await Effect.runPromise(Scope.make())
  const context = await Effect.runPromise(Layer.buildWithScope(layer, scope))
  return {
    storage: Context.get(context, Storage),
    close: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
