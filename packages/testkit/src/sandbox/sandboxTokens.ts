import type { CardVault, ChargeRequest, VaultedCard } from "@payloom/core"
import { Effect } from "effect"

/** A merchant account at which cards have tokens of their own. */
export interface TokenAccount {
  /** The name of its provider: `sandbox` where nothing is said. */
  readonly provider?: string
  readonly credentials: string
}

const tokenAt = (credentials: string, vaultReference: string): string =>
  `tok_${credentials}_${vaultReference.slice(-12)}`

/** A vault whose cards only these accounts can charge, each by a token that it made of the card. */
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

/** Whether a charge comes with a token that another account made. */
export const isOthersToken = ({ source, mid }: ChargeRequest): boolean =>
  source._tag === "Vaulted" &&
  source.token !== undefined &&
  source.token !== tokenAt(mid.credentials, source.vaultReference)

/** What an account says to a token that it didn't make. */
export const othersToken = {
  _tag: "Declined",
  rawCode: "unreadable_card",
  networkCode: null,
  providerReference: null
} as const
