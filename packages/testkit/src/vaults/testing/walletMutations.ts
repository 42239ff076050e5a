import type { CardVaultPort, VaultedCard } from "@payloom/core"
import { CardNotRecognized } from "@payloom/core"
import { Effect } from "effect"
import { anyCard, marking, type VaultMutation } from "./breakVault.ts"

type GivenWallet = Parameters<NonNullable<CardVaultPort["storeWallet"]>>[0]

/** Changes the result of decrypting a wallet. */
const decrypting =
  (
    change: (
      stored: ReturnType<CardVaultPort["store"]>,
      given: GivenWallet
    ) => ReturnType<CardVaultPort["store"]>
  ): VaultMutation["breaks"] =>
  ({ vault }) => ({
    vault: {
      ...vault,
      storeWallet: (given) => change(vault.storeWallet?.(given) ?? Effect.never, given)
    }
  })

/** Changes the cards that the vault returns for wallets. */
const describingWallets = (
  change: (card: VaultedCard) => Partial<VaultedCard>
): VaultMutation["breaks"] =>
  decrypting((stored) => Effect.map(stored, (card) => ({ ...card, ...change(card) })))

/** Returns the card of any payload that the vault does not recognize. */
const acceptingPayloads = (accepts: (payload: string) => boolean): VaultMutation["breaks"] =>
  decrypting((stored, { payload }) =>
    Effect.catchTag(stored, "CardNotRecognized", (refusal) =>
      accepts(JSON.stringify(payload)) ? Effect.succeed(anyCard) : Effect.fail(refusal)
    )
  )

/** Reads the device numbers as they are encrypted. */
const knowingNumbers =
  (breaks: (numberNow: () => string) => VaultMutation["breaks"]): VaultMutation["breaks"] =>
  (harness) => {
    let number = ""
    return {
      encryptWallet: (wallet, card) => {
        number = card.number
        return harness.encryptWallet?.(wallet, card) ?? null
      },
      ...breaks(() => number)(harness)
    }
  }

/** Vaults and relays that break one rule of wallets each. */
export const walletMutations: Readonly<Record<string, ReadonlyArray<VaultMutation>>> = {
  "a wallet is described by the last four digits and the expiry date of its device number": [
    { breaks: describingWallets(() => ({ last4: "0000" })) }
  ],
  "a wallet's description has no digits of the device number except the last four": [
    {
      breaks: knowingNumbers((numberNow) =>
        describingWallets(() => ({ funding: numberNow().slice(0, 8) }))
      ),
      says: /^The description has digits of the card number\.$/
    }
  ],
  "a device number has one fingerprint in a tenant, and another in another tenant": [
    { breaks: describingWallets(({ vaultReference }) => ({ fingerprint: vaultReference })) },
    { breaks: describingWallets(({ brand }) => ({ fingerprint: brand })), says: /^Two tenants/ }
  ],
  "a payload that the wallet did not make is not recognized": [
    { breaks: acceptingPayloads((payload) => payload === "{}"), says: /^For the payload {} the/ }
  ],
  "an altered payload is not recognized": [
    { breaks: acceptingPayloads((payload) => payload.includes("id")), says: /^For an altered pay/ }
  ],
  "the provider gets a wallet's details in place of the marks, in a body of json": [
    { breaks: marking(({ wallet }) => (wallet && { wallet: { ...wallet, eci: null } }) ?? {}) }
  ],
  "the provider gets a wallet's details in place of the marks, in a body of form": [
    { breaks: marking(({ wallet }) => (wallet && { wallet: { ...wallet, eci: "07" } }) ?? {}) }
  ],
  "a wallet's marks have no digits of the device number": [
    { breaks: knowingNumbers((numberNow) => marking(() => ({ holderName: numberNow() }))) }
  ],
  "a service that is down makes the vault unavailable for wallets, and blames no payload": [
    {
      breaks: decrypting((stored) =>
        Effect.catchTag(stored, "VaultUnavailable", () =>
          Effect.fail(new CardNotRecognized({ message: "It is unknown." }))
        )
      ),
      says: /was down \(401\), the vault answered CardNotRecognized\.$/
    }
  ],
  "a released wallet has no marks any more, and its release can be repeated": [
    {
      breaks: ({ vault }) => ({ vault: { ...vault, release: () => Effect.void } }),
      says: /^A released wallet has marks\.$/
    }
  ]
}
