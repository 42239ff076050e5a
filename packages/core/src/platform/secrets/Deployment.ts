import { Schema } from "effect"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import { collection } from "../storage/Collection.ts"

/** The storage is being filled from another one, and lacks a part of its rows. */
export class StorageIncomplete extends TaggedError("StorageIncomplete") {
  override get message(): string {
    return (
      "The storage is a copy that was not finished: finish it first, or start with the one that " +
      "it is copied from. Nothing was changed."
    )
  }
}

/** What a storage holds once, whatever the number of tenants. */
export const Deployment = Schema.Struct({
  id: Schema.Literal("deployment"),
  /** Tells whether a master secret is this deployment's, and nothing else of it. */
  secretCheck: Schema.String,
  /**
   * While another storage is copied to this one, that one's `secretCheck`. Its own is empty then,
   * which no secret's is: no engine starts on it, of an older release neither.
   */
  copyOf: Schema.optionalKey(Schema.String)
})
export interface Deployment extends Schema.Schema.Type<typeof Deployment> {}

export const DeploymentCollection = collection<Deployment>({
  name: "deployments",
  schema: Deployment
})
