import { Schema } from "effect"
import type { Named } from "../../kernel/primitives/Named.ts"
import { ApiKeyId } from "../../kernel/primitives/PublicId.ts"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../storage/Collection.ts"
import type { Mode } from "../storage/Scope.ts"

/** A secret key speaks for the merchant's server, a publishable one only names its account. */
export const ApiKeyKind = Schema.Literals(["secret", "publishable"])
export type ApiKeyKind = Named<typeof ApiKeyKind.Type>

/** A key as it is held: by its hash, so no one can reproduce it (spec 5). */
export const ApiKey = Schema.Struct({
  id: ApiKeyId,
  kind: ApiKeyKind,
  hash: Schema.String,
  created: Millis,
  revokedAt: Schema.NullOr(Millis)
})
export interface ApiKey extends Schema.Schema.Type<typeof ApiKey> {}

export const ApiKeyCollection = collection<ApiKey>({
  name: "api_keys",
  schema: ApiKey,
  unique: { hash: { of: (key) => key.hash, global: true } }
})

/** The mode and the kind are in the key itself: `sk_test_…`, `pk_live_…`. */
export const apiKeyPrefix = (kind: ApiKeyKind, mode: Mode): string =>
  `${kind === "secret" ? "sk" : "pk"}_${mode}_`
