import {
  DeploymentCollection,
  deploymentScope,
  Payloom,
  Storage,
  StorageHeld,
  StorageIncomplete,
  type StoragePort
} from "@payloom/core"
import { Effect, Layer, Option } from "effect"
import { type Finding, ok } from "./Finding.ts"
import { openingFinding } from "./openingFinding.ts"

/**
 * Checks that an engine starts on a store with the secret. Without a valid secret, checks only that
 * the store is neither held nor an unfinished copy.
 */
export const checkEngine = async (
  storage: StoragePort,
  ofSecret: Finding,
  secret: string | null
): Promise<ReadonlyArray<Finding>> => {
  if (ofSecret.status !== "ok" || secret === null) return checkHeld(storage)
  try {
    const payloom = await Payloom.make({
      storage: Layer.succeed(Storage, storage),
      providers: [],
      vault: { store: () => Effect.die(new Error("The command line stores no cards.")) },
      secret,
      workers: false,
      onLog: () => undefined
    })
    await payloom.close()
    return [ok("secret_of_store", "It is the secret of the store.")]
  } catch (error) {
    return [openingFinding(error)]
  }
}

const checkHeld = async (storage: StoragePort): Promise<ReadonlyArray<Finding>> => {
  const read = storage.get(deploymentScope, DeploymentCollection, "deployment")
  const deployment = Option.getOrNull(await Effect.runPromise(read))?.row
  if (deployment?.copyOf !== undefined) return [openingFinding(new StorageIncomplete())]
  if (deployment?.restored === undefined) return []
  return [openingFinding(new StorageHeld({ takenAt: deployment.restored.takenAt }))]
}
