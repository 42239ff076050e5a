import { randomBytes } from "node:crypto"
import type { CardVaultPort, Scope, VaultedCard } from "@payloom/core"
import type { TypedCard } from "@payloom/testkit"
import { Effect } from "effect"

const scope = { tenant: "tenant_1", mode: "test" } as Scope

const fingerprintKey = randomBytes(32)

/** A card in tests. */
export const typedCard: TypedCard = {
  number: "4000056655665556",
  expMonth: 3,
  expYear: 2041,
  cvc: "737"
}

/** The error of a vault, or the card. */
export type Answer = VaultedCard | { readonly _tag: string; readonly cause?: unknown }

/** Stores a text in a vault. Resolves to the card or to the error. */
export const storeIn = (vault: CardVaultPort, ciphertext: string): Promise<Answer> =>
  Effect.runPromise(
    Effect.match(vault.store({ scope, ciphertext, fingerprintKey }), {
      onFailure: (failure): Answer => failure,
      onSuccess: (card): Answer => card
    })
  )

/** Lets a vault decrypt a payload. Resolves to the card or to the error. */
export const storeWalletIn = (
  { storeWallet }: CardVaultPort,
  wallet: string,
  payload: Parameters<NonNullable<CardVaultPort["storeWallet"]>>[0]["payload"]
): Promise<Answer> =>
  Effect.runPromise(
    Effect.match(storeWallet?.({ scope, wallet, payload, fingerprintKey }) ?? Effect.never, {
      onFailure: (failure): Answer => failure,
      onSuccess: (card): Answer => card
    })
  )

/** Returns the stored card. Throws if it was not stored. */
export const mustStore = async (vault: CardVaultPort, ciphertext: string): Promise<VaultedCard> => {
  const answer = await storeIn(vault, ciphertext)
  if ("_tag" in answer) throw new Error(`${answer._tag}: ${answer.cause}`)
  return answer
}

/** Releases the code of a card. */
export const releaseIn = ({ release }: CardVaultPort, vaultReference: string): Promise<void> =>
  Effect.runPromise(release?.({ scope, vaultReference }) ?? Effect.void)
