import { resolve } from "node:path"
import { postgres } from "@payloom/adapter-postgres"
import { sqlite } from "@payloom/adapter-sqlite"
import {
  type AnyCollection,
  collections as coreCollections,
  EngineCollections,
  Storage,
  type StoragePort,
  UpgradesStores
} from "@payloom/core"
import { Context, Effect, Exit, Layer, Logger, Scope } from "effect"
import { UsageError } from "../command/UsageError.ts"
import { isOtherAddress, isPostgres } from "../storageAt.ts"

/** Short, because a person waits. */
const openTimeoutMs = 5000

/** An open store, with its close function. */
export interface OpenStore {
  readonly storage: StoragePort
  readonly close: () => Promise<void>
}

/**
 * Opens the store at a location as it is. No table is created or upgraded, so an engine of any
 * release may run beside it. Rejects with the adapter's refusals.
 */
export const openStore = async (location: string, cwd: string): Promise<OpenStore> => {
  assertLocation(location)
  const layer: Layer.Layer<Storage, unknown> = isPostgres(location)
    ? postgres({
        connection: location,
        openTimeoutMs,
        listen: false,
        maxConnections: 2
      })
    : sqlite(resolve(cwd, location))
  return openAsIs(layer)
}

/** Opens a storage with the tables of some collections as it is. None is created or upgraded. */
export const openAsIs = async (
  layer: Layer.Layer<Storage, unknown>,
  collections: ReadonlyArray<AnyCollection> = coreCollections
): Promise<OpenStore> => {
  const scope = await Effect.runPromise(Scope.make())
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  const opening = Layer.buildWithScope(layer, scope).pipe(
    Effect.provideService(UpgradesStores, false),
    Effect.provideService(EngineCollections, collections),
    Effect.provide(Logger.layer([]))
  )
  try {
    const context = await Effect.runPromise(opening)
    return { storage: Context.get(context, Storage), close }
  } catch (error) {
    await close()
    throw error
  }
}

const assertLocation = (location: string): void => {
  if (isPostgres(location) && !URL.canParse(location)) {
    throw new UsageError("--database takes an address such as postgres://localhost/shop.")
  }
  if (isOtherAddress(location)) {
    throw new UsageError(
      "--database takes the name of a file, or an address that begins with postgres://."
    )
  }
}
