import { Schema } from "effect"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import { collection } from "../storage/Collection.ts"

/** The storage is an unfinished copy of another one, so rows are missing. */
export class StorageIncomplete extends TaggedError("StorageIncomplete") {
  override get message(): string {
    return (
      "The storage is a copy that was not finished: finish it first, or start with the one that " +
      "it is copied from. Nothing was changed."
    )
  }
}

/** The row that a storage has once, whatever the number of tenants. */
export const Deployment = Schema.Struct({
  id: Schema.Literal("deployment"),
  /** A check value of the deployment's master secret. It reveals nothing else about the secret. */
  secretCheck: Schema.String,
  /**
   * The `secretCheck` of the source storage while it is copied into this one. Meanwhile the own
   * `secretCheck` is empty, which matches no secret, so no engine of any release starts on it.
   */
  copyOf: Schema.optionalKey(Schema.String)
})
export interface Deployment extends Schema.Schema.Type<typeof Deployment> {}

export const DeploymentCollection = collection<Deployment>({
  name: "deployments",
  schema: Deployment
})
