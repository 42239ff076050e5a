import {
  DeploymentCollection,
  deploymentScope,
  StorageHeld,
  StorageIncomplete,
  type StoragePort
} from "@payloom/core"
import { Effect, Option } from "effect"

/** Returns why no engine starts on a store, whatever its secret is. Null if one may start. */
export const startRefusal = async (
  storage: StoragePort
): Promise<StorageHeld | StorageIncomplete | null> => {
  const read = storage.get(deploymentScope, DeploymentCollection, "deployment")
  const deployment = Option.getOrNull(await Effect.runPromise(read))?.row
  if (deployment?.copyOf !== undefined) return new StorageIncomplete()
  const { restored } = deployment ?? {}
  return restored === undefined ? null : new StorageHeld({ takenAt: restored.takenAt })
}
