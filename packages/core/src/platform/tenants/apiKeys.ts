import { Effect, Option, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { Entropy } from "../../kernel/ids/Entropy.ts"
import { currentMoment } from "../../kernel/ids/Moment.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import type { ApiKeyId } from "../../kernel/primitives/PublicId.ts"
import { claimIfGiven } from "../idempotency/claimIfGiven.ts"
import { type Claim, refused } from "../idempotency/claimKey.ts"
import { fingerprintOf } from "../secrets/fingerprintOf.ts"
import { SecretShownOnce } from "../secrets/SecretShownOnce.ts"
import { insert, update } from "../storage/Change.ts"
import { retryConflicts } from "../storage/retryConflicts.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import { type ApiKey, ApiKeyCollection, ApiKeyKind, apiKeyPrefix } from "./ApiKey.ts"
import type { MutationOptions } from "./Caller.ts"
import { ApiKeyInvalid } from "./errors.ts"
import { TenantCollection } from "./Tenant.ts"

const keyBytes = 32

/** A new key. */
export interface CreatedApiKey {
  /** The id with which the key is revoked. */
  readonly id: ApiKeyId
  /** The kind of the key. */
  readonly kind: ApiKeyKind
  /** The key itself. It is shown only here, because only its hash is stored. */
  readonly secret: string
  /** The time of its creation, in milliseconds since the epoch. */
  readonly created: number
}

const checkKind = inputChecker(Schema.Struct({ kind: ApiKeyKind }))

/**
 * Creates a key of a tenant. The key is shown only here, because only its hash is stored. With an
 * idempotency key, a repeated request creates none and is refused. Library call.
 */
export const createApiKey = Effect.fnUntraced(function* (
  scope: Scope,
  kind: ApiKeyKind,
  options?: MutationOptions
) {
  yield* Effect.fromResult(checkKind({ kind }))
  return yield* claimIfGiven(
    { scope, endpoint: "createApiKey", options, input: [kind] },
    (answered) => create(scope, kind, answered),
    (body) => new SecretShownOnce({ object: "api_key", id: JSON.parse(body).id })
  )
})

const create = Effect.fnUntraced(function* (
  scope: Scope,
  kind: ApiKeyKind,
  answered: Claim["answered"]
) {
  const storage = yield* Storage
  const entropy = yield* Entropy
  const tenant = yield* storage.get(scope, TenantCollection, scope.tenant)
  if (Option.isNone(tenant)) {
    return yield* refused(new ResourceNotFound({ object: "tenant", id: scope.tenant }))
  }
  const { now, id } = yield* currentMoment
  const secret = `${apiKeyPrefix(kind, scope.mode)}${Base64Url.encode(entropy.bytes(keyBytes))}`
  const row: ApiKey = {
    id: id("key"),
    kind,
    hash: fingerprintOf(secret),
    created: now,
    revokedAt: null
  }
  // The answer is stored without the secret.
  const body = JSON.stringify({ id: row.id })
  yield* storage.commit([...answered(body), insert(scope, ApiKeyCollection, row)])
  const made: CreatedApiKey = { id: row.id, kind, secret, created: now }
  return made
})

/** Revokes a key immediately and permanently. Library call. */
export const revokeApiKey = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const { now } = yield* currentMoment
  return yield* retryConflicts(
    Effect.gen(function* () {
      const stored = yield* storage.get(scope, ApiKeyCollection, id)
      if (Option.isNone(stored)) return yield* new ResourceNotFound({ object: "api_key", id })
      if (stored.value.row.revokedAt !== null) return
      yield* storage.commit([
        update(ApiKeyCollection, stored.value, { ...stored.value.row, revokedAt: now })
      ])
    })
  )
})

/** The identity of a key. */
export interface Identity {
  /** The id of the key. */
  readonly id: ApiKeyId
  /** The tenant and the mode of the key. */
  readonly scope: Scope
  /** The kind of the key. */
  readonly kind: ApiKeyKind
}

/** Returns the tenant, mode and kind of a key. */
export const authenticate = Effect.fnUntraced(function* (key: string) {
  const storage = yield* Storage
  if (!/^(sk|pk)_(test|live)_[A-Za-z0-9_-]{43}$/.test(key)) return yield* new ApiKeyInvalid()
  const found = yield* storage.findUnique("any", ApiKeyCollection, "hash", fingerprintOf(key))
  if (Option.isNone(found) || found.value.row.revokedAt !== null) return yield* new ApiKeyInvalid()
  const { scope, row } = found.value
  const identity: Identity = { id: row.id, scope, kind: row.kind }
  return identity
})
