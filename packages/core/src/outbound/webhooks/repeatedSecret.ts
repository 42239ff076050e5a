import { Effect, Option } from "effect"
import { fingerprintOf } from "../../platform/secrets/fingerprintOf.ts"
import { SecretShownOnce } from "../../platform/secrets/SecretShownOnce.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import {
  toWebhookEndpoint,
  WebhookEndpointCollection,
  type WebhookEndpointRecord,
  type WebhookEndpointWithSecret
} from "./WebhookEndpoint.ts"
import { unsealedSecret } from "./webhookSecrets.ts"

interface StoredAnswer {
  readonly id: string
  /** The SHA-256 of the sealed secret. It tells the secrets of an endpoint apart. */
  readonly sealed: string
}

/** Returns the stored answer of a request that made a secret. The secret is not in it. */
export const secretAnswer = ({ id, secret }: WebhookEndpointRecord): string =>
  JSON.stringify({ id, sealed: fingerprintOf(secret) } satisfies StoredAnswer)

/**
 * Answers a repeated request that made a secret. The endpoint's row has the secret sealed, because
 * deliveries are signed by it. Refused if the endpoint has another secret by now.
 */
export const repeatedSecret = Effect.fnUntraced(function* (scope: Scope, body: string) {
  const storage = yield* Storage
  const { id, sealed } = JSON.parse(body) as StoredAnswer
  const found = yield* storage.get(scope, WebhookEndpointCollection, id)
  const row = Option.getOrNull(found)?.row
  const own = [row?.secret, row?.oldSecret?.secret].find(
    (secret) => secret !== undefined && fingerprintOf(secret) === sealed
  )
  if (row === undefined || own === undefined) {
    return yield* new SecretShownOnce({ object: "webhook_endpoint", id })
  }
  const secret = yield* unsealedSecret(own)
  const repeated: WebhookEndpointWithSecret = { ...toWebhookEndpoint(row), secret }
  return repeated
})
