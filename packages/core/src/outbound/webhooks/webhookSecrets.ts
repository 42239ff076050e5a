import { Effect } from "effect"
import { Base64 } from "effect/encoding"
import { Webhook } from "standardwebhooks"
import { Entropy } from "../../kernel/ids/Entropy.ts"
import { hourMs } from "../../kernel/primitives/durations.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { nonceLength, Secrets } from "../../platform/secrets/Secrets.ts"
import type { WebhookEndpointRecord } from "./WebhookEndpoint.ts"

/** The time for which the old secret also signs after a rotation. */
export const rotationMs = 24 * hourMs

const secretBytes = 32
const purpose = "webhook secrets"

/** A new secret. */
export interface NewSecret {
  /** The secret as merchants get it. */
  readonly secret: string
  /** The secret as it is stored. */
  readonly sealed: string
}

/** Returns a sealed secret as merchants get it. */
export const unsealedSecret = (sealed: string) =>
  Effect.map(Secrets, ({ unseal }) => unseal(purpose, sealed))

/** Returns a new secret. */
export const newSecret = Effect.gen(function* () {
  const { bytes } = yield* Entropy
  const { seal } = yield* Secrets
  const secret = `whsec_${Base64.encode(bytes(secretBytes))}`
  return { secret, sealed: seal(purpose, secret, bytes(nonceLength)) } satisfies NewSecret
})

/**
 * Returns the headers of Standard Webhooks, signed by the secret and, for a day after a rotation,
 * by the old one.
 */
export const signedHeaders = (
  { unseal }: Secrets["Service"],
  { secret, oldSecret }: WebhookEndpointRecord,
  message: { readonly id: string; readonly body: string },
  now: Millis
): Readonly<Record<string, string>> => {
  const old = oldSecret === null || oldSecret.until <= now ? [] : [oldSecret.secret]
  const at = new Date(now)
  const signatures = [secret, ...old].map((sealed) =>
    new Webhook(unseal(purpose, sealed)).sign(message.id, at, message.body)
  )
  return {
    "content-type": "application/json",
    "user-agent": "Payloom",
    "webhook-id": message.id,
    "webhook-timestamp": `${Math.floor(now / 1000)}`,
    "webhook-signature": signatures.join(" ")
  }
}
