import { Effect } from "effect"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { CardVault } from "./CardVault.ts"

/** Gives a card to the vault, which keeps it; `param` names the field that held its ciphertext. */
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
      Effect.fail(parameterInvalid(param, `was not accepted by the vault: ${unended(message)}`))
  )
})

/** A sentence without its full stop, to be part of another. */
const unended = (sentence: string): string => sentence.replace(/\.$/, "")

/** Keys the fingerprints of a tenant's cards, so that tenants can't compare theirs. */
export const fingerprintKey = (secrets: Secrets["Service"], { tenant }: Scope): Uint8Array =>
  secrets.keyFor("fingerprints", tenant)
