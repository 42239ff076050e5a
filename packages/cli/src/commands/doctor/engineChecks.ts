import { Payloom, Storage, type StoragePort } from "@payloom/core"
import { Effect, Layer } from "effect"
import { startRefusal } from "../../target/startRefusal.ts"
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
  if (ofSecret.status !== "ok" || secret === null) {
    const refusal = await startRefusal(storage)
    return refusal === null ? [] : [openingFinding(refusal)]
  }
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
