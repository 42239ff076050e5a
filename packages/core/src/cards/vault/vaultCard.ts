import { Effect } from "effect"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { CardVault } from "./CardVault.ts"

/** Stores a card in the vault. `param` is the name of the field with the ciphertext. */
export const vaultCard = Effect.fnUntraced(function* (
  scope: Scope,
  ciphertext: string,
  param: string
) {
  const vault = yield* CardVault
  const secrets = yield* Secrets
  return yield* Effect.catchTag(
    vault.store({ scope, ciphertext, fingerprintKey: fingerprintKey(secrets, scope) }),
    "CardNotRecognized",
    ({ message }) =>
      Effect.fail(
        parameterInvalid(param, `was not accepted by the vault: ${withoutFullStop(message)}`)
      )
  )
})

/** Removes the full stop of a sentence, so that it can be part of another. */
const withoutFullStop = (sentence: string): string => sentence.replace(/\.$/, "")

/**
 * Returns the key of the fingerprints of a tenant's cards. It differs by tenant, so tenants can't
 * compare cards.
 */
export const fingerprintKey = (secrets: Secrets["Service"], { tenant }: Scope): Uint8Array =>
  secrets.keyFor("fingerprints", tenant)
