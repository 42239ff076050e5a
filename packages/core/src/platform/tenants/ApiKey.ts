import { Schema } from "effect"
import type { Named } from "../../kernel/primitives/Named.ts"
import { ApiKeyId } from "../../kernel/primitives/PublicId.ts"
import { Millis } from "../../kernel/primitives/Timestamp.ts"
import { collection } from "../storage/Collection.ts"
import type { Mode } from "../storage/Scope.ts"

/**
 * The kind of an API key. A secret key acts for the merchant's server. A publishable key only
 * identifies the account.
 */
export const ApiKeyKind = Schema.Literals(["secret", "publishable"])
export type ApiKeyKind = Named<typeof ApiKeyKind.Type>

/** A stored API key. It has only the hash, so nobody can reproduce the key. */
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

/** Returns the prefix of a key, which shows its kind and mode: `sk_test_…`, `pk_live_…`. */
export const apiKeyPrefix = (kind: ApiKeyKind, mode: Mode): string =>
  `${kind === "secret" ? "sk" : "pk"}_${mode}_`
