import type { CardVault, ChargeRequest, VaultedCard } from "@payloom/core"
import { Effect } from "effect"

/** A merchant account that has its own token of each card. */
export interface TokenAccount {
  /** The name of its provider. Default: `sandbox`. */
  readonly provider?: string
  readonly credentials: string
}

const tokenAt = (credentials: string, vaultReference: string): string =>
  `tok_${credentials}_${vaultReference.slice(-12)}`

/**
 * Wraps a vault so that only these accounts can charge its cards, each by its own token of the
 * card.
 */
export const withTokens = (
  vault: CardVault["Service"],
  accounts: ReadonlyArray<TokenAccount>
): CardVault["Service"] => ({
  store: (card) =>
    Effect.map(
      vault.store(card),
      (stored): VaultedCard => ({
        ...stored,
        chargeableBy: "token_accounts",
        tokens: accounts.map(({ provider = "sandbox", credentials }) => ({
          provider,
          credentials,
          token: tokenAt(credentials, stored.vaultReference)
        }))
      })
    )
})

/** Returns true if a charge has the token of another account. */
export const isOthersToken = ({ source, mid }: ChargeRequest): boolean =>
  source._tag === "Vaulted" &&
  source.token !== undefined &&
  source.token !== tokenAt(mid.credentials, source.vaultReference)

/** The answer to a token of another account. */
export const othersToken = {
  _tag: "Declined",
  rawCode: "unreadable_card",
  networkCode: null,
  providerReference: null
} as const
