import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Option } from "effect"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import { insert } from "../storage/Change.ts"
import type { Stored } from "../storage/Collection.ts"
import { deploymentScope as scope } from "../storage/Scope.ts"
import { Storage, StorageUnavailable } from "../storage/Storage.ts"
import {
  type Deployment,
  DeploymentCollection,
  StorageHeld,
  StorageIncomplete
} from "./Deployment.ts"
import { Secrets } from "./Secrets.ts"

/** The storage belongs to a deployment with another master secret. */
export class SecretMismatch extends TaggedError("SecretMismatch") {
  override get message(): string {
    return (
      "The storage was first used with another secret: start with that one, the same on all " +
      "processes, or with another storage. Nothing was changed."
    )
  }
}

/**
 * Compares the master secret with the check value of the secret that the storage was first used
 * with. With another secret, existing fingerprints and cursors would not be valid. The comparison
 * is repeated once if the storage did not answer, so that one lost connection doesn't fail a start.
 * A restored storage is refused, unless the engine only reconciles it.
 */
export const checkSecret = (reconciles: boolean) =>
  Effect.retry(compareSecrets(reconciles), {
    times: 1,
    while: (error) => error instanceof StorageUnavailable
  })

const compareSecrets = Effect.fnUntraced(function* (reconciles: boolean) {
  const storage = yield* Storage
  const { sign } = yield* Secrets
  const secretCheck = bytesToHex(sign("secret check", "1"))
  const read = storage.get(scope, DeploymentCollection, "deployment")
  let kept: Option.Option<Stored<Deployment>> = yield* read
  if (Option.isNone(kept)) {
    const row = { id: "deployment", secretCheck } as const
    // If several processes start at once, one writes the row and the others read it.
    yield* Effect.catchTag(
      storage.commit([insert(scope, DeploymentCollection, row)]),
      "CommitConflict",
      () => Effect.void
    )
    kept = yield* read
  }
  if (Option.isNone(kept)) return
  const { row } = kept.value
  if (row.copyOf !== undefined) return yield* new StorageIncomplete()
  const { restored } = row
  if ((restored ?? row).secretCheck !== secretCheck) return yield* new SecretMismatch()
  if (restored !== undefined && !reconciles) {
    return yield* new StorageHeld({ takenAt: restored.takenAt })
  }
})
