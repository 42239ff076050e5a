import { type Collection, collection, insert, type Scope, type StoragePort } from "@payloom/core"
import { Effect, Schema } from "effect"

const Thing = Schema.Struct({
  id: Schema.String,
  /** Unique over all tenants. */
  name: Schema.NullOr(Schema.String)
})
export type Thing = typeof Thing.Type

/** Rows with a key that is unique over all tenants. */
export const Things: Collection<Thing> = collection<Thing>({
  name: "things",
  schema: Thing,
  unique: { name: { of: ({ name }) => name, global: true } }
})

/** Returns the live scope of a tenant. */
export const scopeOf = (tenant: string): Scope => ({ tenant, mode: "live" })

/** Commits a new thing. Returns the reason of a conflict, or `committed`. */
export const add = (storage: StoragePort, tenant: string, id: string, name: string | null = null) =>
  Effect.match(storage.commit([insert(scopeOf(tenant), Things, { id, name })]), {
    onSuccess: () => "committed",
    onFailure: (error) => (error._tag === "CommitConflict" ? error.reason : error._tag)
  })
