import { Schema } from "effect"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import { Millis, timestampOf } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../storage/Collection.ts"

/** The storage is an unfinished copy of another one, so rows are missing. */
export class StorageIncomplete extends TaggedError("StorageIncomplete") {
  override get message(): string {
    return (
      "The storage is a copy that was not finished: finish it first, or start with the one that " +
      "it is copied from. If it is a cell, start with all cells. Nothing was changed."
    )
  }
}

/**
 * The storage was restored from a backup, or its database lost commits, and it was not reconciled
 * with the providers yet.
 */
export class StorageHeld extends TaggedError("StorageHeld")<{
  /** The time of the backup, or one before the lost commits, in milliseconds since the epoch. */
  readonly takenAt: number
}> {
  override get message(): string {
    return (
      "The storage was restored from a backup, or its database lost commits. It may lack " +
      `charges since ${timestampOf(this.takenAt)}: reconcile it with the providers first, with ` +
      "Payloom.reconcile or payloom reconcile --with-providers. Nothing was changed."
    )
  }
}

/** The backup from which a storage was restored, or the time to which its database went back. */
export const RestoredFrom = Schema.Struct({
  /** The `secretCheck` of the backup. The own `secretCheck` is empty until the release. */
  secretCheck: Schema.String,
  /** The time of the backup, or one before the lost commits. */
  takenAt: Millis,
  /** The time of the restore, or when the loss was noticed. */
  restoredAt: Millis,
  /** The SHA-256 of the backup. Null if it was restored by other tools. */
  backup: Schema.NullOr(Schema.String)
})
export interface RestoredFrom extends Schema.Schema.Type<typeof RestoredFrom> {}

/** The row that a storage has once, whatever the number of tenants. */
export const Deployment = Schema.Struct({
  id: Schema.Literal("deployment"),
  /** A check value of the deployment's master secret. It reveals nothing else about the secret. */
  secretCheck: Schema.String,
  /**
   * The `secretCheck` of the source storage while it is copied into this one. Meanwhile the own
   * `secretCheck` is empty, which matches no secret, so no engine of any release starts on it.
   */
  copyOf: Schema.optionalKey(Schema.String),
  /** The backup of a restored storage, while the storage is held. */
  restored: Schema.optionalKey(RestoredFrom)
})
export interface Deployment extends Schema.Schema.Type<typeof Deployment> {}

export const DeploymentCollection = collection<Deployment>({
  name: "deployments",
  schema: Deployment
})
