import { Effect, type Schema } from "effect"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { CardNotRecognized, CardVault, type VaultedCard } from "./CardVault.ts"

/** Stores a card in the vault. `param` is the name of the field with the ciphertext. */
export const vaultCard = Effect.fnUntraced(function* (
  scope: Scope,
  ciphertext: string,
  param: string
) {
  const vault = yield* CardVault
  const secrets = yield* Secrets
  const stored = vault.store({ scope, ciphertext, fingerprintKey: fingerprintKey(secrets, scope) })
  return yield* orRefused(stored, param)
})

/**
 * Makes the vault decrypt the payload of a wallet. `param` is the name of the field with the
 * payload. Returns the description and the reference, without anything else that a saved card may
 * have.
 */
export const vaultWallet = Effect.fnUntraced(function* (
  scope: Scope,
  { wallet, payload }: { readonly wallet: string; readonly payload: Schema.Json },
  storeWallet: NonNullable<CardVault["Service"]["storeWallet"]>,
  param: string
) {
  const secrets = yield* Secrets
  const stored = storeWallet({
    scope,
    wallet,
    payload,
    fingerprintKey: fingerprintKey(secrets, scope)
  })
  const {
    tokens: _,
    chargeableBy: __,
    networkToken: ___,
    ...card
  } = yield* orRefused(stored, param)
  return card satisfies VaultedCard
})

/** Refuses the field of the request if the vault did not recognize it. */
const orRefused = <E>(stored: Effect.Effect<VaultedCard, CardNotRecognized | E>, param: string) =>
  Effect.catchIf(
    stored,
    (error): error is CardNotRecognized => error instanceof CardNotRecognized,
    ({ message }) =>
      Effect.fail(
        parameterInvalid(param, `was not accepted by the vault: ${withoutFullStop(message)}`)
      )
  )

/** Removes the full stop of a sentence, so that it can be part of another. */
const withoutFullStop = (sentence: string): string => sentence.replace(/\.$/, "")

/**
 * Returns the key of the fingerprints of a tenant's cards. It differs by tenant, so tenants can't
 * compare cards.
 */
export const fingerprintKey = (secrets: Secrets["Service"], { tenant }: Scope): Uint8Array =>
  secrets.keyFor("fingerprints", tenant)
